"""How a person answers an item: a form of typed fields.

A small vocabulary of typed values. A kind declares a form (``Kind.answer_form``) and makes an
answer of its values; a web page or a printed sheet draws it. ``Form.check`` validates untrusted
values.
"""

from panelwise.tasks.forms._fields import (
    UNCERTAIN,
    ChoiceField,
    Field,
    OrderField,
    ScaleField,
    SeveralField,
    TextField,
)
from panelwise.tasks.forms._form import Form
from panelwise.tasks.forms._limits import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LINKS,
    MOST_POINTS,
    MOST_ROWS,
    MOST_SHAPES,
    FormValues,
)
from panelwise.tasks.forms._relations import GroupsField, LinksField
from panelwise.tasks.forms._rows import FormColumn, RowsField
from panelwise.tasks.forms._shapes import GivenShape, ShapesField

__all__ = [
    "LONGEST_NAME",
    "LONGEST_TEXT",
    "MOST_LINKS",
    "MOST_POINTS",
    "MOST_ROWS",
    "MOST_SHAPES",
    "UNCERTAIN",
    "ChoiceField",
    "Field",
    "Form",
    "FormColumn",
    "FormValues",
    "GivenShape",
    "GroupsField",
    "LinksField",
    "OrderField",
    "RowsField",
    "ScaleField",
    "SeveralField",
    "ShapesField",
    "TextField",
]

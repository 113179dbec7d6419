"""Layouts: where the panels of a page stand, in seven traditions."""

from panelwise_press.layouts._page_plan import Frame, Gutter, PagePlan, between_slants
from panelwise_press.layouts._plan_pages import plan_pages
from panelwise_press.layouts._traditions import LAYOUTS, LayoutStyle
from panelwise_press.layouts._varied import varied_page

__all__ = [
    "LAYOUTS",
    "Frame",
    "Gutter",
    "LayoutStyle",
    "PagePlan",
    "between_slants",
    "plan_pages",
    "varied_page",
]

"""A desk with a form of every type of field, and a browser in front of it."""

from __future__ import annotations

import pytest

from panelwise.annotation.app import WorkImage
from panelwise.comics import encode_png
from work_pages import Desk, desk_of

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"
LAPTOP, TABLET = (1366, 768), (820, 1180)


def option(label, text=None, image=None):
    return {"label": label, "text": text, "image": image}


def one(kind, **more):
    base = {"type": kind, "name": kind, "label": f"The {kind}", "help": "", "required": True}
    return {"fields": [base | more]}


def shape(name, label, box, **more):
    return {"id": name, "class": label, "image": 0, "box": box} | more


@pytest.fixture(scope="session")
def pictures(press_books):
    """Two pages of the press and two of their panels."""
    pages = [press_books[0].pages[0], press_books[0].pages[1]]
    images = [page.image.decode() for page in pages]
    for panel in pages[0].panels[:3]:
        box = panel.box
        images.append(images[0].crop((int(box.x0), int(box.y0), int(box.x1), int(box.y1))))
    return [
        (WorkImage(f"/pictures/{k}", *image.size, f"Picture {k + 1}"), encode_png(image))
        for k, image in enumerate(images)
    ]


def make_forms(page):
    """A form for each type; ``page`` has panels and texts."""
    panels = [shape(f"p{k}", "panel", list(panel.box)) for k, panel in enumerate(page.panels, 1)]
    texts = [
        shape(f"T{k}", "text", list(text.box), text=text.content or "")
        for k, text in enumerate(page.texts, 1)
    ]
    faces = [shape(f"C{k}", "character", list(one.box)) for k, one in enumerate(page.characters, 1)]
    six = [option(letter, f"Wrong answer number {k}") for k, letter in enumerate("ABCDEF")]
    columns = [
        {"name": "who", "label": "Speaker", "options": ["Bea", "Sol"]},
        {"name": "text", "label": "Words", "options": None},
    ]
    forms = {
        "choice": one("choice", options=[option("A", HOSTILE), option("B", "Second"), option("C")]),
        "pictures": one("choice", options=[option(x, None, k + 2) for k, x in enumerate("ABC")]),
        "several": one("several", options=six, least=3, most=3, help="Which three are wrong?"),
        "order": one("order", cards=[option(str(k + 1), None, k + 2) for k in range(3)]),
        "words": one("order", cards=[option(x, f"Something happens {x}") for x in "ABCD"]),
        "text": one("text", lines=3, initial="A girl runs home.", language="en", vertical=False),
        "vertical": one("text", lines=3, initial="走れ、走れ", language="ja", vertical=True),
        "scale": one("scale", low=1, high=5, labels={"1": "not at all", "5": HOSTILE},
                     uncertain=True),
        "offence": one("scale", low=-1, high=5, labels={"-1": "cannot be judged"}, uncertain=False),
        "ten": one("scale", low=1, high=10, labels={}, uncertain=False),
        "shapes": one("shapes", image=0, classes=["panel", "text"], polygons=True, ordered=True,
                      texts=False, names=False, initial=[], fixed=False),
        "panels": one("shapes", image=0, classes=["panel"], polygons=True, ordered=True,
                      texts=False, names=False, initial=panels, fixed=False),
        "mend": one("shapes", image=0, classes=["panel", "text"], polygons=True, ordered=True,
                    texts=True, names=True, initial=panels, fixed=False),
        "fixed": one("shapes", image=0, classes=["text"], polygons=False, ordered=True, texts=True,
                     names=False, initial=texts, fixed=True),
        "links": one("links", shapes=texts + faces, from_class="text", to_class="character",
                     allow_none=True, several=False),
        "groups": one("groups", shapes=faces, of_class=""),
        "rows": one("rows", columns=columns, least=1, most=20, initial=[]),
        "both": {"fields": [
            *one("choice", options=[option("A", "First"), option("B", "Second")])["fields"],
            *one("scale", low=1, high=3, labels={"1": "guess", "2": "likely", "3": "sure"},
                 uncertain=False, label="How sure are you?")["fields"],
            *one("text", lines=2, initial="", language="en", vertical=False, required=False,
                 label="Why?")["fields"],
        ]},
    }  # fmt: skip
    every = [field | {"name": name} for name, form in forms.items() for field in form["fields"]]
    named = {"name": "who", "shapes": "mend", "from_class": "text", "to_class": "panel"}
    return forms | {"everything": {"fields": [*every[:-3], forms["links"]["fields"][0] | named]}}


@pytest.fixture(scope="module")
def served(pictures, press_books):
    forms = make_forms(press_books[0].pages[0])
    drawn = ("pictures", "order", "everything")
    pages = {name: 1 for name in forms if name not in drawn}
    with desk_of(Desk(forms, pictures, pages)) as desk:
        yield desk


@pytest.fixture
def desk(served):
    """The desk, with nothing sent yet."""
    served.got.clear()
    served.answers.clear()
    served.settings.clear()
    return served


@pytest.fixture
def visit(chromium, desk):
    """Opens a form; whatever is complained about or asked of others is an error."""
    contexts = []

    def visit(name, size=LAPTOP, allowed=(), **settings):
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        tab = context.new_page()
        tab.allowed, tab.complaints = allowed, []
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.on("dialog", lambda dialog: (tab.complaints.append(dialog.message), dialog.dismiss()))
        tab.on("request", lambda request: _own(tab, desk.url, request.url))
        tab.goto(f"{desk.url}/form/{name}")
        tab.wait_for_selector("form[data-ready]")
        return tab

    yield visit
    for context in contexts:
        for tab in context.pages:
            kept = [x for x in tab.complaints if not any(part in x for part in tab.allowed)]
            assert kept == []
        context.close()


def _own(tab, own, url):
    if not url.startswith(own):
        tab.complaints.append(f"network: {url}")

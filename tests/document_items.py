"""Items of the kinds whose answers are documents, small enough to be checked by eye."""

from __future__ import annotations

from panelwise.evaluation import Result
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import Item, Rendering, SourcePage, outcome_of, read_response, score_answer

SIZE = (800, 1200)


def item(kind: str, gold: dict, name: str = "page", book: str | None = None) -> Item:
    """An item about one page."""
    sources = (SourcePage(book or name, name, "", ""),)
    return Item(name, f"test.{kind}", kind, 1, Rendering((), (), "test"), gold, sources)


def text_page(*texts: tuple[list[int], str | None], name: str = "page") -> Item:
    """A page with texts ``(box, words)``, to be spotted."""
    gold = {"size": SIZE, "texts": [{"box": box, "text": text} for box, text in texts]}
    return item("spotting", gold, name)


def result_of(one: Item, text: str, profile: Profile = RECOMMENDED) -> Result:
    """What a run keeps of the answer ``text``."""
    parsed = read_response(one, text, profile=profile)
    return Result(
        pack="pack",
        item=one.id,
        outcome=outcome_of(one, parsed, profile),
        status=parsed.status,
        response=text,
        answer=parsed.answer,
        scores=score_answer(one, parsed, profile),
    )


SPOTTING = text_page(([100, 100, 200, 300], "Hello there"), ([400, 600, 500, 700], "Bang"))
DETECTION = item(
    "detection",
    {
        "size": SIZE,
        "classes": ["panel", "text"],
        "boxes": [
            {"class": "panel", "box": [0, 0, 800, 600]},
            {"class": "panel", "box": [0, 600, 800, 1200]},
            {"class": "text", "box": [100, 100, 200, 300]},
        ],
    },
)
SPEAKERS = item(
    "speakers",
    {
        "texts": {"T1": [0, 0, 9, 9], "T2": [20, 0, 29, 9], "T3": [40, 0, 49, 9]},
        "characters": {"C1": [0, 20, 9, 90], "C2": [20, 20, 29, 90]},
        "links": [["T1", "C1"], ["T2", "C2"], ["T3", "C2"]],
    },
)
IDENTITIES = item(
    "identities",
    {
        "characters": {f"C{k}": [9 * k, 0, 9 * k + 8, 8] for k in range(1, 7)},
        "groups": [["C1", "C3"], ["C2", "C4"], ["C5"]],  # nobody knows who C6 is
    },
)
STRUCTURE = item(
    "structure",
    {
        "size": SIZE,
        "texts": [
            {"box": [100, 100, 200, 200], "speakers": ["C1"]},
            {"box": [400, 100, 500, 200], "speakers": ["C2"]},
            {"box": [100, 700, 200, 800], "speakers": []},  # a caption
        ],
        "characters": [
            {"id": "C1", "box": [100, 250, 200, 500], "person": "ANNA"},
            {"id": "C2", "box": [400, 250, 500, 500], "person": "BOB"},
            {"id": "C3", "box": [300, 850, 400, 1100], "person": "ANNA"},
            {"id": "C4", "box": [600, 850, 700, 1100], "person": None},  # nobody knows who
        ],
    },
)
READING_ORDER = item(
    "reading_order",
    {"size": SIZE, "texts": [{"box": text["box"]} for text in STRUCTURE.gold["texts"]]},
)
LINES = [
    {"mark": "T1", "text": "Where are you?", "names": ["Anna", "Annie"], "known": True},
    {"mark": "T2", "text": "Over here!", "names": ["Bob"], "known": True},
    {"mark": "T3", "text": "Night fell.", "names": ["narrator"], "known": False},
]
NAMING = item("naming", {"lines": LINES})
DIALOGUE = item("dialogue", {"lines": LINES})
ANSWER = item("answer", {"question": "Who laughs?", "answers": ["The old king", "Lear"]})
MARK = item("mark", {"lowest": 1})

ITEMS = {
    one.kind: one
    for one in (
        *(SPOTTING, DETECTION, SPEAKERS, IDENTITIES, STRUCTURE, READING_ORDER),
        *(NAMING, DIALOGUE, ANSWER, MARK),
    )
}
PERFECT = {
    "spotting": {"texts": [{k: t[k] for k in ("box", "text")} for t in SPOTTING.gold["texts"]]},
    "detection": {"boxes": DETECTION.gold["boxes"]},
    "speakers": {"links": [[*link, 1.0] for link in SPEAKERS.gold["links"]]},
    "identities": {"groups": [*IDENTITIES.gold["groups"], ["C6"]]},
    "structure": {key: STRUCTURE.gold[key] for key in ("texts", "characters")},
    "reading_order": {"texts": READING_ORDER.gold["texts"]},
    "naming": {"names": {"T1": "Anna", "T2": "Bob", "T3": "narrator"}},
    "dialogue": {"lines": [{"name": line["names"][0], "text": line["text"]} for line in LINES]},
    "answer": {"text": "The old king"},
    "mark": {"mark": 10},
}

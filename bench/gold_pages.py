"""Gold on real pages: who is seen and who speaks on 32 pages of five comics.

``python bench/gold_pages.py make PROJECT`` makes an annotation project (procedure
``pages.people``) of the pages in ``bench/gold/pages.jsonl``, with the panels and texts that their
publishers annotated. ``take PROJECT PERSON FOLDER`` takes a pass: a file ``BOOK/PAGE.json`` for
each page, through an offline sheet of that person, so that the project checks and logs every
answer. ``agree PROJECT`` prints how far the passes agree. ``draft PROJECT FOLDER`` writes a file
for each page on which they differ; once nothing in it is ``open``, ``take PROJECT decision FOLDER``
takes it. ``write PROJECT`` writes what was accepted to ``bench/gold/annotations.jsonl``.

A file of a pass::

    {"panels": "ok", "panels_reason": "",
     "characters": [{"id": "C1", "box": [x0, y0, x1, y1], "name": "Pepper"}],
     "faces": [{"of": "C1", "box": [x0, y0, x1, y1]}],
     "speakers": {"T1": "C1", "T2": "off-page: Carrot", "T3": "narration", "T4": "sound",
                  "T5": "unsure"},
     "seconds": 300, "note": "", "ambiguous": ""}

``panels`` is ``"ok"`` or a list of boxes in reading order; a face belongs to a body (``of``) or has
a ``name``; ``ambiguous`` is a reason not to annotate the page at all.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from panelwise.annotation import (
    WorkUnit,
    add_comics,
    create_project,
    open_project,
    read_procedure,
)
from panelwise.annotation.app import TakenSheet, take_sheet, write_person_sheet
from panelwise.annotation.screens import VOICES
from panelwise.comics import Book, ComicImage, Page, Panel, Source, Text
from panelwise.errors import InputError, UserError
from panelwise.geometry import Box

LIST = Path(__file__).parent / "gold" / "pages.jsonl"
ACCEPTED = LIST.with_name("annotations.jsonl")
SHARED = Path(__file__).resolve().parents[2] / "shared"
ANNOTATORS = ("pass-a", "pass-b")
DECIDES = "decision"


def gold_books(shared: Path = SHARED) -> list[Book]:
    """The chosen pages with the panels and texts of their publishers, a book for each comic.

    Raises:
        InputError: for a page that is missing or is another image.
    """
    comics = shared / "comics"
    known = {page.id: page for page in _annotated(comics)}
    books: dict[str, list[Page]] = {}
    for line in LIST.read_text("utf-8").splitlines():
        row = json.loads(line)
        page = known[row["file"]]
        assert page.image is not None, "all have one"
        if page.image.sha256 != row["sha256"]:
            raise InputError(f"{row['file']}: another image than the one that was annotated")
        books.setdefault(row["book"], []).append(replace(page, id=row["page"]))
    return [
        Book(name, tuple(pages), source=Source(language=_language(pages)))
        for name, pages in books.items()
    ]


def make(project: Path, shared: Path = SHARED) -> None:
    """A project with the pages, two annotators and somebody who decides."""
    create_project(project, read_procedure("pages.people"), title="Gold on real pages")
    with open_project(project) as made:
        count = add_comics(made, gold_books(shared))
        for person in ANNOTATORS:
            made.work.join(person, ["annotator"])
        made.work.join(DECIDES, ["adjudicator"])
    print(f"{project}: {count} pages; people {', '.join(ANNOTATORS)}, {DECIDES}")


def take(project: Path, person: str, folder: Path, shared: Path = SHARED) -> TakenSheet:
    """Take a pass through a sheet of a person; pages without a file stay open."""
    with open_project(project) as opened, tempfile.TemporaryDirectory() as place:
        sheet = write_person_sheet(opened, person, Path(place) / "sheet", items=1000)
        kept = json.loads((project / "sheets" / f"{sheet.id}.json").read_bytes())
        panels = {f"{book.id}/{page.id}": [one.box for one in page.panels]
                  for book in gold_books(shared) for page in book.pages}  # fmt: skip
        answers: dict[str, Any] = {}
        for number, item in enumerate(kept["items"], 1):
            name = page_name(opened.work.state.units[item["unit"]])
            file = folder / f"{name}.json"
            if file.is_file():
                answer = json.loads(file.read_bytes())
                answers[str(number)] = submission(answer, str(file), panels[name])
        returned = Path(place) / "answers.json"
        returned.write_text(json.dumps({"version": 1, "sheet": sheet.id, "answers": answers}))
        done = take_sheet(opened, returned)
    print(f"{person}: {done.taken} pages taken, {done.left} without an answer")
    for reason in done.refused:
        print(f"  refused {reason}")
    return done


def submission(answer: Mapping[str, Any], where: str, panels: Sequence[Box]) -> dict[str, Any]:
    """What a sheet would have sent for a file of a pass."""
    if answer.get("open"):
        raise InputError(f"{where}: {len(answer['open'])} differences are open; decide them")
    meta: dict[str, Any] = {
        "seconds": float(answer.get("seconds", 0)),
        "note": str(answer.get("note", "")),
    }
    if answer.get("ambiguous"):
        return {**meta, "flag": "ambiguous", "reason": str(answer["ambiguous"])}
    return {**meta, "values": values_of(answer, where, panels)}


def values_of(answer: Mapping[str, Any], where: str, panels: Sequence[Box]) -> dict[str, Any]:
    """The values of the screen ``whole-page``; ``panels`` are the publisher's.

    Raises:
        InputError: for a face of nobody, or a speaker that is neither a character nor a voice.
    """
    bodies = [{**one, "class": "character"} for one in answer["characters"]]
    names = {one["id"]: one["name"] for one in bodies}
    faces = []
    for number, one in enumerate(answer["faces"], 1):
        if "of" in one and one["of"] not in names:
            raise InputError(f"{where}: face {number} is of {one['of']}, who is no character")
        name = names[one["of"]] if "of" in one else one["name"]
        faces.append({"id": f"F{number}", "class": "face", "box": one["box"], "name": name})
    links, voices = [], []
    for text, who in answer["speakers"].items():
        if who in names:
            links.append({"from": text, "to": who})
            continue
        voice, _, name = (part.strip() for part in str(who).partition(":"))
        if voice not in VOICES:
            raise InputError(
                f"{where}: {text} is said by {who!r}; give a character of this page or one of"
                f" {', '.join(VOICES)}"
            )
        links.append({"from": text, "to": None})
        voices.append({"text": text, "voice": voice, "name": name})
    given: Sequence[Any] = panels if answer["panels"] == "ok" else answer["panels"]
    if not given:
        raise InputError(f"{where}: the publisher annotated no panels; give their boxes")
    shapes = [
        {"id": f"P{number}", "class": "panel", "box": list(box)}
        for number, box in enumerate(given, 1)
    ]
    return {
        "panels": shapes, "characters": bodies + faces, "speakers": links, "voices": voices,
    }  # fmt: skip


def _annotated(comics: Path) -> Iterator[Page]:
    """Every page of the three collections; its id is the path of the image in ``comics``."""
    for book in json.loads((comics / "openmantra/annotation.json").read_bytes()):
        for page in book["pages"]:
            found = [(Box.from_xywh(*(one[k] for k in "xywh")), one["text_ja"], one["text_en"])
                     for one in page["text"]]  # fmt: skip
            texts = [Text(box, {"ja": ja, "en": en}) for box, ja, en in found]
            panels = [Box.from_xywh(*(one[k] for k in "xywh")) for one in page["frame"]]
            yield _page(comics, f"openmantra/{page['image_paths']['ja']}", texts, panels, rtl=True)
    for page in json.loads((comics / "craphound/gt.json").read_bytes())["pages"]:
        texts = [Text(Box.from_xywh(*one["bbox"]), {"en": one["text"]})
                 for one in page["texts"] if one["lang"] == "en"]  # fmt: skip
        panels = [Box.from_xywh(*box) for box in page["panels"]]
        yield _page(comics, f"craphound/{page['image']}", texts, panels)
    for file in sorted(comics.glob("peppercarrot-*/gt-text-en.json")):
        for page in json.loads(file.read_bytes())["pages"]:
            texts = [Text(Box.from_xywh(*one["bbox"]), {"en": one["text"]})
                     for one in page["texts"]]  # fmt: skip
            yield _page(comics, f"{file.parent.name}/{page['image']}", texts, [])


def _page(
    comics: Path, file: str, texts: Sequence[Text], panels: Sequence[Box], *, rtl: bool = False
) -> Page:
    image = ComicImage.from_path(comics / file)
    worded = [text for text in texts if any(map(str.strip, text.contents.values()))]
    numbered = tuple(replace(text, id=f"t{i}") for i, text in enumerate(worded, 1))
    return Page(
        file, *image.size, image, "rtl" if rtl else "ltr",
        panels=tuple(Panel(box) for box in panels), texts=numbered,
    )  # fmt: skip


def _language(pages: Sequence[Page]) -> str:
    return next(iter(next(text for page in pages for text in page.texts or ()).contents))


def page_name(unit: WorkUnit) -> str:
    """Book and page of a unit, as files of a pass are named."""
    picture = unit.data["pages"][0]["picture"]
    return f"{unit.book}/{str(picture['alt']).rpartition(' ')[2]}"


def main() -> None:
    """One of the steps."""
    from gold_agreement import print_agreement
    from gold_decisions import accepted, draft

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED)
    steps = parser.add_subparsers(dest="step", required=True)
    for name in ("make", "take", "agree", "draft", "write"):
        step = steps.add_parser(name)
        step.add_argument("project", type=Path)
        if name == "take":
            step.add_argument("person", choices=(*ANNOTATORS, DECIDES))
        if name in ("take", "draft"):
            step.add_argument("folder", type=Path)
    given = parser.parse_args()
    try:
        if given.step == "make":
            make(given.project, given.shared)
        elif given.step == "take":
            take(given.project, given.person, given.folder, given.shared)
        else:
            with open_project(given.project, alone=False) as opened:
                if given.step == "agree":
                    print_agreement(opened.work.state.work_units(), ANNOTATORS)
                elif given.step == "draft":
                    count = draft(opened, ANNOTATORS, given.folder, page_name)
                    print(f"{count} pages to decide in {given.folder}")
                else:
                    lines = [json.dumps(row) + "\n" for row in accepted(opened, page_name)]
                    ACCEPTED.write_text("".join(lines), "utf-8")
                    print(f"{ACCEPTED}: {len(lines)} pages")
    except UserError as error:
        raise SystemExit(f"gold_pages: {error}") from None


if __name__ == "__main__":
    main()

"""Multiple-choice questions about pictures, from wherever, as a pack."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from panelwise.comics import decode_rgb, pixel_hash
from panelwise.errors import InputError
from panelwise.packs import Made, Pack, write_pack
from panelwise.profile import RECOMMENDED
from panelwise.tasks import LETTERS, ImageEntry, Item, Option, Rendering, SourcePage, Turn, lettered

PROMPT = "Answer with the option letter only."
_MEDIA = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}


@dataclass(frozen=True, slots=True)
class SuiteQuestion:
    """One question with its pictures.

    Attributes:
        parts: words, and indices of pictures where these stand.
        options: the answers to choose from.
        right: the place of the right one.
        group: what its score is broken down by.
        cluster: for intervals; empty where that is the group.
    """

    id: str
    parts: tuple[str | int, ...]
    pictures: tuple[bytes, ...]
    options: tuple[str, ...]
    right: int
    group: str
    cluster: str = ""


@dataclass(frozen=True, slots=True)
class SuiteQuestions:
    """The questions of a suite.

    Attributes:
        name: of its task: ``retention.NAME``.
        licence: of pictures and questions.
        left_out: why records are no questions here, and how many.
        words_from: who vouches for questions and answers; ``None`` where that is not recorded.
    """

    name: str
    title: str
    source: str
    licence: str
    found: tuple[SuiteQuestion, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    words_from: str | None = None


def write_choice_pack(questions: SuiteQuestions, out: str | Path) -> Pack:
    """A pack of the kind ``choice``; any model can be evaluated on it.

    Raises:
        InputError: when there is no question, a picture is damaged, or the folder is not empty.
    """
    if not questions.found:
        why = ", ".join(f"{count} {reason}" for reason, count in questions.left_out.items())
        raise InputError(f"{questions.source}: no question to answer ({why or 'it is empty'})")
    task = f"retention.{questions.name}"
    clusters = sorted({one.cluster or one.group for one in questions.found})
    manifest = {
        "task": task,
        "kind": "choice",
        "title": questions.title,
        "profile": RECOMMENDED.as_dict(),
        "source": questions.source,
        "excluded": dict(questions.left_out),
        "excluded_unit": "records",
        "books": [{"id": one, "title": one, "licence": questions.licence} for one in clusters],
    }
    excluded = "".join(f"- left out: {n} ({why})\n" for why, n in questions.left_out.items())
    card = (
        f"# {questions.title}\n\n{{items}} questions from {questions.source}, licence"
        f" {questions.licence}. Hash {{hash}}.\n\n{excluded}\nFindings: {{findings}}\n\n"
        "{guessing}\n"
    )
    return write_pack(out, _items(task, questions), manifest, card)


def _items(task: str, questions: SuiteQuestions) -> Iterator[Made]:
    vouched = {"words_from": questions.words_from} if questions.words_from else {}
    seen: Counter[str] = Counter()
    for one in questions.found:
        seen[one.id] += 1
        name = one.id if seen[one.id] == 1 else f"{one.id}-{seen[one.id]}"
        entries = tuple(_entry(data, name) for data in one.pictures)
        labels = zip(LETTERS, one.options, strict=False)
        options = tuple(Option(label, text=text) for label, text in labels)
        asked = f"\n{lettered(options)}\n{PROMPT}"
        turns = (Turn("user", (*one.parts, asked)),)
        source = SourcePage(
            one.cluster or one.group, name, name, entries[0].sha256 if entries else ""
        )
        item = Item(
            id=name,
            task=task,
            kind="choice",
            n=len(options),
            rendering=Rendering(turns, entries, f"{task}/1"),
            gold=one.right,
            sources=(source,),
            options=options,
            meta={"headline": "accuracy", "group": one.group, **vouched},
        )
        yield Made(item, dict(zip((e.sha256 for e in entries), one.pictures, strict=True)))


def _entry(data: bytes, name: str) -> ImageEntry:
    media = next((kind for head, kind in _MEDIA.items() if data.startswith(head)), None)
    if media is None:
        raise InputError(f"question '{name}': its picture is neither PNG, JPEG nor WebP")
    picture = decode_rgb(data, f"the picture of question '{name}'")
    sha256 = hashlib.sha256(data).hexdigest()
    recipe = {"kind": "page", "page": sha256}
    size = (picture.width, picture.height)
    return ImageEntry(sha256, pixel_hash(picture), *size, media, len(data), recipe)

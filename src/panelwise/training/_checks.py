"""What each training example must hold to before anything is written: pictures, boxes, length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from panelwise.errors import InputError, MissingExtraError, SettingError
from panelwise.evaluation import estimated_tokens
from panelwise.files import read_regular
from panelwise.geometry import Box
from panelwise.metrics import coordinate_frame, from_pixels
from panelwise.models import ImagePart, TextPart, seen_by
from panelwise.packs import Finding
from panelwise.profile import Profile
from panelwise.tasks.kinds import BoxSettings, gold_boxes
from panelwise.training._example import TrainingExample

EDGE = 0.5  # pixels by which a box may leave its page: a half pixel is rounding
_LEAVE_OUT = "correct the pack, or leave the item out with --leave-out"


def picture_findings(example: TrainingExample, marks: Sequence[str]) -> Iterator[Finding]:
    """As many places for pictures as pictures, in the words that the trainer will read.

    Args:
        example: to be checked.
        marks: the texts that the target's trainer replaces, such as ``<image>``. A prompt or a
            response that holds one of them in its own words would be given a picture there.
    """
    item = example.item
    missing = set(range(len(example.images))) - {
        part for turn in item.rendering.turns for part in turn.parts if isinstance(part, int)
    }
    if missing:
        shown = len(example.images) - len(missing)
        what = f"{len(example.images)} pictures and places for {shown} of them"
        yield Finding("placeholders", "refuse", (example.id,), what, _LEAVE_OUT)
    words = [
        part.text
        for message in example.conversation
        for part in message.parts
        if isinstance(part, TextPart)
    ]
    for mark in marks:
        if written := sum(text.count(mark) for text in words):
            count = len(example.shown)
            what = (
                f"its words hold {mark} {written} times, so that the trainer would find"
                f" {count + written} places for {count} pictures"
                if mark == "<image>"
                else f"its words hold {mark}, which the trainer replaces"
            )
            yield Finding("placeholders", "refuse", (example.id,), what, _LEAVE_OUT)


def box_findings(example: TrainingExample, profile: Profile) -> Iterator[Finding]:
    """Every box of gold lies on its page, has an area, and keeps it in the profile's numbers."""
    item, boxes = example.item, gold_boxes(example.item)
    if not boxes:
        return
    assert isinstance(item.gold, dict)
    width, height = item.gold["size"]
    frame = coordinate_frame(profile.section(BoxSettings).coord_frame)
    places = 4 if frame.unit == "fractions" else 0
    far = from_pixels([Box(0, 0, width, height)], frame, width, height)[0]
    for place, one in enumerate(boxes, 1):
        x0, y0, x1, y1 = one.box
        name = f"box {place} ({one.label}: {', '.join(f'{value:g}' for value in one.box)})"
        inside = min(x0, y0) >= -EDGE and x1 <= width + EDGE and y1 <= height + EDGE
        if not inside:
            what = f"{name} leaves its page of {width} × {height} pixels"
            yield Finding("boxes", "refuse", (example.id,), what, _LEAVE_OUT)
            continue
        [written] = from_pixels([one.box], frame, width, height)
        numbers = [round(value, places) for value in written]
        a0, b0, a1, b1 = numbers
        beyond = min(a0, b0) < 0 or a1 > round(far[2], places) or b1 > round(far[3], places)
        if beyond or a0 >= a1 or b0 >= b1:
            said = ", ".join(f"{value:g}" for value in numbers)
            wrong = "outside" if beyond else "without area"
            what = f"{name} is {wrong} in the numbers to be learnt, {frame.name}: {said}"
            yield Finding("boxes", "refuse", (example.id,), what, _LEAVE_OUT)


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """How tokens are counted; those of the chat template itself are not among them.

    Attributes:
        how: in words, for the record.
        words: text → its tokens.
        model: the name by which a picture's tokens are known.
    """

    how: str
    words: Callable[[str], int]
    model: str = ""

    def tokens(self, example: TrainingExample) -> tuple[int, bool]:
        """The tokens of prompt, pictures and response; whether those of pictures are among them."""
        total, whole = 0, True
        entries = {entry.sha256: entry for entry in example.item.rendering.images}
        for message in example.conversation:
            for part in message.parts:
                if isinstance(part, ImagePart):
                    entry = entries[part.sha256]
                    seen = seen_by(self.model, entry.width, entry.height) if self.model else None
                    known = seen is not None and seen.tokens is not None
                    total += seen.tokens or 0 if seen is not None else 0
                    whole = whole and known
                else:
                    total += self.words(part.text)
        return total, whole


def token_counter(tokenizer: str | Path | None, model: str = "") -> TokenCounter:
    """The counter of a tokenizer, or of an estimate that holds for any.

    Args:
        tokenizer: ``tokenizer.json``, or the folder of a checkpoint that has one.
        model: the model to be trained, whose family says what a picture costs.

    Raises:
        InputError: when it cannot be read.
        MissingExtraError: when the package ``tokenizers`` is not installed.
    """
    if tokenizer is None:
        return TokenCounter("an estimate for any tokenizer", estimated_tokens, model)
    path = Path(tokenizer)
    path = path / "tokenizer.json" if path.is_dir() else path
    if not path.is_file():
        raise InputError(f"{path}: no tokenizer; give tokenizer.json or a folder that holds it")
    try:
        tokenizers: Any = import_module("tokenizers")  # optional, and without types
    except ImportError:
        raise MissingExtraError.of("counting tokens with a tokenizer", "hf") from None
    try:
        loaded = tokenizers.Tokenizer.from_str(read_regular(path).decode("utf-8"))
    except Exception as error:  # noqa: BLE001 - the library raises plain Exception
        raise InputError(
            f"{path}: not a tokenizer ({' '.join(str(error).split())}); give a tokenizer.json"
        ) from None
    return TokenCounter(
        f"the tokenizer {path.parent.name}/{path.name}",
        lambda text: len(loaded.encode(text, add_special_tokens=False).ids),
        model,
    )


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of all examples.

    Attributes:
        counted_by: how, in words.
        longest: tokens of the longest example.
        item: its id.
        pictures: whether the tokens of pictures are counted.
    """

    counted_by: str
    longest: int
    item: str
    pictures: bool


def length_findings(
    examples: Sequence[TrainingExample], counter: TokenCounter, most: int | None
) -> tuple[Lengths, list[Finding]]:
    """The longest example, and every one that is longer than ``most`` tokens.

    Raises:
        SettingError: for a limit that nothing could keep, or that cannot be checked because the
            tokens of pictures are not known.
    """
    if most is not None and most < 1:
        raise SettingError(f"--max-tokens {most}: must be at least 1")
    counted = [(one, *counter.tokens(one)) for one in examples]
    whole = all(known for _, _, known in counted)
    if most is not None and not whole:
        raise SettingError(
            "--max-tokens: how many tokens a picture has is not known; name the model to be trained"
            " with --model, such as qwen2.5-vl"
        )
    longest, tokens, _ = max(counted, key=lambda row: row[1])
    found = [
        Finding(
            "tokens",
            "refuse",
            (one.id,),
            f"{count:,} tokens, by {counter.how}, and at most {most:,} are allowed",
            "raise --max-tokens, or leave the item out with --leave-out",
        )
        for one, count, _ in counted
        if most is not None and count > most
    ]
    return Lengths(counter.how, tokens, longest.id, whole), found

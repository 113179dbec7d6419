"""The choices that the papers left open, as one typed object.

Source: specification 1.4 and 8. ``paper`` is the closest reproduction of what the authors did,
mistakes included; ``recommended`` is the resolution of the ambiguity register and the default.
Five papers did different things, so ``PAPER`` holds only what all of them did; every task declares
the values of its own paper, and :meth:`Profile.as_in` puts them in (``benchmarks._papers``).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean

InvalidPolicy = Literal["zero", "valid_only", "chance", "worst_case", "identity_fallback"]
NdcgGain = Literal[
    "linear_n_1",
    "linear_n1_0",
    "exp2",
    "exp2_n1",
    "reciprocal",
    "binary_position",
    "proximity_linear",
    "proximity_n",
    "proximity_inverse",
]
SHARES = ("least_confidence", "near_reading", "link_iou")  # settings that are a share of one
Shuffle = Literal["uniform", "non_identity", "derangement"]
CoordFrame = Literal[
    "pixels",
    "qwen_pixels",
    "thousandths",
    "fractions",
    "pixels_y_first",
    "qwen_pixels_y_first",
    "thousandths_y_first",
    "fractions_y_first",
]
OrderSemantics = Literal["order_list", "rank_list", "either"]


@dataclass(frozen=True, slots=True)
class Profile:
    """Every choice of specification section 8 that a built task or a score depends on.

    Attributes:
        name: ``paper`` or ``recommended``, with ``+key=value`` for each departure from it.
        invalid_policy: the score of an answer without a valid permutation (specification 7.1;
            AMB-3).
        repair: whether an order counted from the other base (1 … n where 0 … n-1 was asked, or the
            reverse) is read, and counted as repaired (specification 7.0).
        mend_lists: whether a list with repetitions or omissions is completed in the shown order,
            and counted as repaired (specification 7.0): a guess, so neither profile does it.
        order_semantics: what an ordering answer lists (AMB-1): shown indices in story order, the
            rank of each shown index, or whichever of the two reads better.
        ndcg_gain: relevance of the item in place c of n (AMB-4).
        ndcg_ideal: whose ideal ranking divides the gain: the gold's or the answer's own (AMB-4).
        mae_space: positions, or labels as code that compares two lists does (AMB-2).
        average: mean over samples, or over panels (AMB-6).
        shuffle: which permutations may be presented (AMB-10).
        smallest_order: shortest sequence that becomes an ordering item (AMB-6, AMB-10).
        least_confidence: pages with a computed reading order or a detected panel that is less sure
            than this are left out of benchmarks, where the authors checked by hand (CH-10).
        silent_only: whether silent-strip tasks leave out pages known to carry text (SC-7).
        unanswered: whether items without an answer count as wrong or are dropped (AMB-18).
        explicit_order_prompt: add one sentence that says what the list means (AMB-1).
        composite_aspect: widest allowed width : height of a composite before it wraps (AMB-8).
        composite_gutter: white pixels between panels of a composite (AMB-8).
        composite_side: longest side of a composite in pixels (AMB-8).
        composite_tags: draw an index tag on every panel of a composite (AMB-8).
        index_style: how shuffled descriptions are numbered, ``[0]. text`` or ``0. text`` (AMB-53).
        strip_input: what is shown of a strip that is asked about: its pages one by one, the whole
            strip as one picture, its frames one by one, or its frames shuffled (SC-2, SC-E3).
        shortest_strip: least frames of a strip that is asked about (SC-1, SC-2).
        known_meaning: whether reordering of strips leaves out those whose meaning is not known, so
            that it asks the same strips as the variant with the meaning (SC-E4).
        who_is_who: say how the people look whom a question names.
        chapter_pages: most pages of one question about a chapter (AMB-43).
        text_fill: what covers a text that must not be read (AMB-40): ``local`` is ``median`` but
            on screened grounds, where it goes on with the screen.
        alike_shapes: prefer wrong panels of about the right one's shape (MS-13).
        six_panels: take ComicVQA's windows only from pages of exactly six panels (CV-5).
        tier: where the wrong panels of a missing-panel item come from (AMB-39).
        embedder: how descriptions are compared to find them (CV-7).
        frame_margin: white pixels around frames joined for one-image models (AMB-21).
        ocr_prompt: which of MangaOCR's two printed wordings ``paper`` asks in: the short one of
            the Qwen family, or the one that lists the format.
        list_parser: how lists of texts are read: by every rule we have, or as the released code
            does (MV-11), which also drops boxes without area.
        normaliser: what is made equal before texts are compared (AMB-29).
        matcher: which prediction is which text: the first in file order, or the best matching
            (AMB-27).
        text_gold: where a gold text is: in the box around it, which is what answers give, or in
            its polygon where it has one (MV-5).
        near_reading: how alike a text must be read to count whole in ``e2e_hmean_near`` (AMB-26).
        link_iou: how far boxes must overlap that somebody found, for what was said of them to count
            (AMB-47: .5 as in Magi, .65 as in the script of Manga109Dialog).
        repeat_mode: what happens to a text repeated too often on a page (AMB-28).
        coord_frame: in which numbers boxes are meant (AMB-30).
        declared_frame: whether boxes of a model that declares its frame are taken in that one,
            where ``coord_frame`` says nothing else; the released code takes all for pixels.
        anls_boundary: whether an answer half of which differs still counts (AMB-49).
        dialogue: how transcripts are scored: unmatched lines cost, or are free (AMB-48).
        judge_failures: whether an answer without a mark is left out, or marked 1 (AMB-32).
    """

    name: str
    invalid_policy: InvalidPolicy = "zero"
    repair: bool = True
    mend_lists: bool = False
    order_semantics: OrderSemantics = "order_list"
    ndcg_gain: NdcgGain = "linear_n_1"
    ndcg_ideal: Literal["gold", "self"] = "gold"
    mae_space: Literal["position", "label"] = "position"
    average: Literal["sample", "panel"] = "sample"
    shuffle: Shuffle = "non_identity"
    smallest_order: int = 3
    least_confidence: float = 0.5
    silent_only: bool = False
    unanswered: Literal["wrong", "drop"] = "wrong"
    explicit_order_prompt: bool = True
    composite_aspect: float = 3.0
    composite_gutter: int = 20
    composite_side: int = 2048
    composite_tags: bool = True
    index_style: Literal["bracketed", "plain"] = "plain"
    strip_input: Literal["pages", "whole", "sequence", "shuffled"] = "pages"
    shortest_strip: int = 3
    known_meaning: bool = False
    who_is_who: bool = True
    chapter_pages: int = 16
    text_fill: Literal["local", "median", "white", "inpaint", "blur"] = "local"
    alike_shapes: bool = True
    six_panels: bool = False
    tier: Literal["any_book", "same_book", "same_scene"] = "same_book"
    embedder: str = "embed:words"
    frame_margin: int = 16
    ocr_prompt: Literal["listed", "qwen"] = "listed"
    list_parser: Literal["ladder", "released"] = "ladder"
    normaliser: Literal["nfkc", "mangalmm", "raw"] = "nfkc"
    matcher: Literal["hungarian", "greedy"] = "hungarian"
    text_gold: Literal["box", "polygon"] = "box"
    near_reading: float = 0.8
    link_iou: float = 0.5
    repeat_mode: Literal["keep_first", "drop_all", "off"] = "keep_first"
    coord_frame: CoordFrame = "pixels"
    declared_frame: bool = True
    anls_boundary: Literal["inclusive", "strict"] = "inclusive"
    dialogue: Literal["recommended", "paper"] = "recommended"
    judge_failures: Literal["exclude", "lowest"] = "exclude"

    def with_settings(self, settings: dict[str, str]) -> Profile:
        """A copy with ``settings`` (texts, as typed on a command line) changed.

        Raises:
            SettingError: for an unknown key or a value that its field cannot take.

        >>> RECOMMENDED.with_settings({"ndcg_gain": "exp2"}).name
        'recommended+ndcg_gain=exp2'
        """
        if not settings:
            return self
        hints = get_type_hints(Profile)
        changes: dict[str, Any] = {}
        for key, text in settings.items():
            if key not in setting_names():
                hint = did_you_mean(key, setting_names())
                raise SettingError(f"unknown setting '{key}'; {hint}")
            changes[key] = _parse(key, text, hints[key])
        return self._changed(changes, keep=self.of_paper)

    @property
    def of_paper(self) -> bool:
        """Whether this is ``paper``, or ``paper`` with changes."""
        return self.name.partition("+")[0] == "paper"

    def as_in(self, paper: Profile) -> Profile:
        """``paper`` with the values of one paper; any other profile is returned as it is.

        What somebody chose differently, by a setting or otherwise, stays chosen.

        >>> PAPER.as_in(dataclasses.replace(PAPER, unanswered="drop")).unanswered
        'drop'
        """
        if not self.of_paper:
            return self
        named = re.findall(r"\+(\w+)=", self.name)
        chosen = {
            key: getattr(self, key)
            for key in setting_names()
            if key in named or getattr(self, key) != getattr(PAPER, key)
        }
        return paper._changed(chosen)

    def _changed(self, changes: dict[str, Any], *, keep: bool = False) -> Profile:
        """A copy whose name says what changed; with ``keep`` also what was set to what it was.

        ``paper`` keeps it: a paper's own value must not replace what a user asked for.
        """
        said = {key: v for key, v in changes.items() if keep or getattr(self, key) != v}
        suffix = "".join(f"+{key}={str(said[key]).lower()}" for key in sorted(said))
        return dataclasses.replace(self, name=self.name + suffix, **said)

    def as_dict(self) -> dict[str, Any]:
        """All choices as plain values."""
        return dataclasses.asdict(self)


RECOMMENDED = Profile("recommended")
# What holds for all five papers. None prints a rule for unreadable orders, and the printed figures
# fit leaving them out best (specification 7.1; AMB-5); no paper repairs an order, explains what a
# list means, says who is who, or leaves a page out because a program was unsure. Unanswered choices
# count as wrong (specification 7.2), which is the default. All other values are one paper's: see
# benchmarks/_papers.py.
PAPER = Profile(
    "paper",
    invalid_policy="valid_only",
    repair=False,
    shuffle="uniform",
    least_confidence=0.0,
    explicit_order_prompt=False,
    who_is_who=False,
)
PROFILES = {"paper": PAPER, "recommended": RECOMMENDED}


def setting_names() -> list[str]:
    """The keys that ``with_settings`` takes."""
    return [field.name for field in dataclasses.fields(Profile) if field.name != "name"]


def get_profile(name: str = "recommended", settings: dict[str, str] | None = None) -> Profile:
    """The profile called ``name`` with ``settings`` changed.

    Raises:
        SettingError: for an unknown profile, key or value.
    """
    if name not in PROFILES:
        raise SettingError(f"unknown profile '{name}'; {did_you_mean(name, PROFILES)}")
    return PROFILES[name].with_settings(settings or {})


def parse_settings(pairs: Iterable[str]) -> dict[str, str]:
    """``["key=value", …]`` as a dictionary.

    Raises:
        SettingError: for a pair without ``=``.
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise SettingError(f"'{pair}' is not key=value; write for example ndcg_gain=exp2")
        settings[key.strip()] = value.strip()
    return settings


def _parse(key: str, text: str, hint: Any) -> Any:
    if get_origin(hint) is Literal:
        if text in get_args(hint):
            return text
        raise SettingError(f"{key}={text}: {did_you_mean(text, get_args(hint))}")
    if hint is str:
        return text
    if hint is bool:
        truth = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
        if text.lower() in truth:
            return truth[text.lower()]
        raise SettingError(f"{key}={text}: must be true or false")
    try:
        value = hint(text)
    except ValueError:
        kind = "a whole number" if hint is int else "a number"
        raise SettingError(f"{key}={text}: must be {kind}") from None
    most = 1 if key in SHARES else 1_000_000
    if not 0 <= value <= most:
        raise SettingError(f"{key}={text}: must be between 0 and {most}")
    return value

"""Other ways to put the same items: without pictures or dialogue, worse scanned, turned round.

A transform takes a planned item and gives one or more; those that move what is on a page
(``_moves``) change the pages before items are planned. A transform refuses items that would no
longer be true. Transforms compose, are written as they are typed (``blur:2``), and are recorded in
the manifest of a pack and in every item.

Source: CHROMIC Table 9 and 11 (CH-E6, CH-E8), CH-4, CH-8; AMB-14; MS-3, MS-24.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from panelwise.comics import Page
from panelwise.errors import SettingError
from panelwise.geometry import Box
from panelwise.profile import Profile
from panelwise.registry import unknown_name
from panelwise.rendering import (
    LEVELS,
    CutRecipe,
    MaskingSettings,
    Recipe,
    crop_recipe,
    cut_of,
    marked_page_recipe,
    masked,
    row_recipe,
    without_insets,
)
from panelwise.tasks import (
    ASKED,
    LETTERS,
    REQUEST,
    ItemDraft,
    Shown,
    get_kind,
    lettered,
    rotation_id,
)

Transform = Callable[[ItemDraft, Profile], list[ItemDraft]]
# What ties sentences together in time or as cause and effect (AMB-14): wherever it stands, and
# where it opens a clause, because "before the wall", "next to Anna", "the first biscuit" and
# "so big" tell places and things.
CONNECTIVES = (
    "then", "afterwards", "finally", "meanwhile", "later", "suddenly", "now", "lastly",
    "eventually", "subsequently", "again",
)  # fmt: skip
OPENING_CONNECTIVES = (
    "because of that", "because of this", "as a result", "that is why", "after that", "in the end",
    "at last", "at first", "a moment later", "some time later", "a little later", "soon after",
    "soon", "next", "after", "before", "first", "once", "while", "so", "therefore",
)  # fmt: skip
_OPENING = r"(?:^|(?<=[.,;:!?]\s)|(?<=\band\s))"
_CONNECTIVE = re.compile(
    rf"{_OPENING}(?:{'|'.join(OPENING_CONNECTIVES)})\b(?!-|\s+(?:to|that|many|much|far)\b),?\s*"
    rf"|\b(?:{'|'.join(CONNECTIVES)})\b,?\s*",
    re.IGNORECASE,
)
_SENTENCE_START = re.compile(r"(^(?:\[?\d+\]?\. )?|[.!?] )([a-z])")
# Single quotation marks are apostrophes, too: between two letters one ends no quotation.
_QUOTATION = (
    r"(?:“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|«[^»]*»|(?<!\w)'(?:[^']|(?<=\w)'(?=\w))*'(?!\w)"
    r"|(?<!\w)‘(?:[^’]|(?<=\w)’(?=\w))*’)"
)
_QUOTED = re.compile(_QUOTATION)
# At the end of a sentence quotations leave the full stop: "Anna says: “Stop!” She runs."
_QUOTED_LAST = re.compile(
    rf"(?<=\w)[,:]?\s*{_QUOTATION}(?:(?:,|\s+and|,\s+and)\s+{_QUOTATION})*\.?(?=\s*$|\s+[A-Z])"
)


def text_only(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
    """The words alone (CH-E6, CH-E8).

    Raises:
        SettingError: for items whose words ask about nothing but the pictures.
    """
    del profile
    if not {"lines", "question"} & draft.shown.values.keys():
        raise SettingError(
            f"text_only: {draft.task} asks about pictures and nothing is left without them (item"
            f" {draft.id}); leave the transform out"
        )
    bare = _without_reading(draft)  # no page is shown that could be read in any direction
    return [replace(bare, shown=replace(bare.shown, images=()), single=None)]


def masked_dialogue(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
    """Texts in the pictures covered; quotations and connectives gone from descriptions (AMB-14).

    Kinds say what is left to ask: of detection all boxes but those of texts, of open questions
    those that are not about words that are covered.

    Raises:
        SettingError: when it is not known where a page has texts, or the words are asked for.
    """
    asked = get_kind(draft.kind).cover_texts(draft)
    if isinstance(asked, str):
        raise _refused(draft, "masked_dialogue", asked)
    for page in draft.pages.values():
        if page.texts is None:
            raise SettingError(
                f"masked_dialogue: it is not known where page '{page.id}' has texts; install the"
                " extra 'ocr' to have them found, or annotate them"
            )

    def cover(recipe: Recipe) -> Recipe:
        if "page" in recipe:
            boxes = [list(text.box.rounded()) for text in draft.pages[recipe["page"]].texts or ()]
            return (
                {**recipe, "mask": boxes, "fill": profile.section(MaskingSettings).text_fill}
                if boxes
                else recipe
            )

        def covered(cut: CutRecipe) -> CutRecipe:
            texts = draft.pages[cut["page"]].texts or ()
            return masked(
                cut, [text.box for text in texts], profile.section(MaskingSettings).text_fill
            )

        changed = {**recipe, "panels": [covered(cut) for cut in recipe["panels"]]}
        if "options" in recipe:
            changed["options"] = [[covered(cut) for cut in cuts] for cuts in recipe["options"]]
        return changed

    def speechless(values: Mapping[str, str | int]) -> dict[str, str | int]:
        lines = values.get("lines")
        return (
            {**values, "lines": without_dialogue(lines)} if isinstance(lines, str) else {**values}
        )

    return [] if asked is None else [_shown_otherwise(asked, cover, speechless)]


def without_dialogue(text: str) -> str:
    """Words without quotations and without connectives; sentences keep their capitals.

    >>> without_dialogue("0. Then Anna says “Stop!” and runs.")
    '0. Anna says and runs.'
    >>> without_dialogue("Because of that, Anna runs. She shouts: ‘Don't go!’")
    'Anna runs. She shouts.'
    >>> without_dialogue("Before a wall stands Dora; then she sits before it.")
    'A wall stands Dora; she sits before it.'
    """
    unspoken = [_QUOTED.sub("", _QUOTED_LAST.sub(".", line)) for line in text.splitlines()]
    kept = [_CONNECTIVE.sub("", line) for line in unspoken]
    plain = [re.sub(r"\s+([.,;!?])", r"\1", " ".join(line.split())) for line in kept]
    return "\n".join(
        _SENTENCE_START.sub(lambda start: start[1] + start[2].upper(), line) for line in plain
    )


def red_boxes(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
    """Whole pages with their panels in red boxes, numbered in reading order (CH-8).

    There is no form for models that take one picture where there are several pages.

    Raises:
        SettingError: for items that show anything else, or pages already worsened, or ask what is
            where on the bare page.
    """
    del profile
    _check_pages(draft, "red_boxes")

    def mark(shown: Shown) -> Shown:
        images = []
        for recipe in shown.images:
            page = draft.pages[recipe["page"]]
            boxes = [panel.box.rounded() for panel in page.panels]
            images.append(recipe | marked_page_recipe(recipe["page"], boxes))
        return replace(shown, images=tuple(images))

    return [replace(draft, shown=mark(draft.shown), single=None)]


def ordered_crops(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
    """Whole pages as their panels one by one in reading order (CH-8), or side by side in a row.

    Raises:
        SettingError: for items that show anything else, or pages already worsened, or ask what is
            where on the bare page.
    """
    _check_pages(draft, "ordered_crops")
    draft = _without_reading(draft)  # the panels come in reading order; no page is shown
    cuts = [cut for recipe in draft.shown.images for cut in _cuts_of(recipe, draft.pages, profile)]
    crops = replace(draft.shown, images=tuple(crop_recipe(cut) for cut in cuts))
    prompt = (draft.single or draft.shown).prompt
    row = replace(draft.shown, prompt=prompt, images=(row_recipe(cuts, profile),))
    return [replace(draft, shown=crops, single=row)]


def _cuts_of(recipe: Recipe, pages: Mapping[str, Page], profile: Profile) -> list[CutRecipe]:
    """The panels of a page in reading order; its texts stay covered where they were."""
    sha256 = recipe["page"]
    page = pages[sha256]
    cuts = [without_insets(cut_of(sha256, panel), panel, page) for panel in page.panels]
    boxes = [Box(*box) for box in recipe.get("mask", ())]
    return [masked(cut, boxes, profile.section(MaskingSettings).text_fill) for cut in cuts]


def _refused(draft: ItemDraft, name: str, why: str) -> SettingError:
    """The error for items of which a transform would leave no truth."""
    return SettingError(f"{name}: {draft.task} {why} (item {draft.id}); leave the transform out")


def _without_reading(draft: ItemDraft) -> ItemDraft:
    """A draft whose words no longer say how its pages are read."""
    if not draft.reading:
        return draft
    said = draft.reading

    def silent(shown: Shown) -> Shown:
        values = {
            key: value.removeprefix(said) if isinstance(value, str) else value
            for key, value in shown.values.items()
        }
        return replace(shown, values=values)

    single = silent(draft.single) if draft.single else None
    return replace(draft, shown=silent(draft.shown), single=single, reading=None)


def _check_pages(draft: ItemDraft, name: str) -> None:
    """Refuse items that ask about the bare page, or do not show whole pages as they are."""
    if get_kind(draft.kind).on_bare_pages:
        raise _refused(draft, name, "asks about the bare page")
    shown = draft.shown.images
    if not shown or any(recipe["kind"] != "page" for recipe in shown):
        raise _refused(draft, name, "shows no whole pages without marks")
    if any("effects" in recipe for recipe in shown):
        raise SettingError(f"{name}: put it before the transforms that degrade the pictures")


def rotations(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
    """A worded choice with its options in every rotation (MS-3); the right one is everywhere once.

    Other items stay as they are.
    """
    del profile
    count = len(draft.options)
    if not count or any(option.text is None for option in draft.options):
        return [draft]
    assert isinstance(draft.gold, int)
    made = []
    for turn in range(count):
        texts = [draft.options[(k + turn) % count].text for k in range(count)]
        options = tuple(
            replace(option, text=text) for option, text in zip(draft.options, texts, strict=True)
        )
        letters = {LETTERS[k]: option.text or "" for k, option in enumerate(options)}
        words = {"options": lettered(options), "Options": lettered(options), **letters}
        turned = draft.with_values(words)
        made.append(
            replace(
                turned,
                id=rotation_id(draft.id, turn),
                options=options,
                gold=(draft.gold - turn) % count,
                meta={**draft.meta, "rotation_of": draft.id},
            )
        )
    return made


def ask_confidence(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
    """The same question, and how likely the answer is to be right (MS-5)."""
    del profile

    def asking(shown: Shown) -> Shown:
        prompt = shown.prompt
        words = replace(prompt, id=f"{prompt.id}+confidence", text=prompt.text + REQUEST)
        return replace(shown, prompt=replace(words, status="ours"))

    single = draft.single and asking(draft.single)
    meta = {**draft.meta, ASKED: True}
    return [replace(draft, shown=asking(draft.shown), single=single, meta=meta)]


def effect(name: str, level: int) -> Transform:
    """A transform that makes every finished picture worse: level 1 (mild) to 4 (hard)."""

    def apply(draft: ItemDraft, profile: Profile) -> list[ItemDraft]:
        del profile
        amount = LEVELS[name][level - 1]

        def worsen(recipe: Recipe) -> Recipe:
            return {**recipe, "effects": [*recipe.get("effects", ()), [name, amount]]}

        return [_shown_otherwise(draft, worsen)]

    return apply


TRANSFORMS: dict[str, Transform] = {
    "text_only": text_only,
    "masked_dialogue": masked_dialogue,
    "red_boxes": red_boxes,
    "ordered_crops": ordered_crops,
    "rotations": rotations,
    "ask_confidence": ask_confidence,
}


def get_transform(spec: str) -> Transform:
    """The transform that is written ``name`` or ``effect:level``.

    Raises:
        SettingError: for a name or level that there is not.

    >>> get_transform("blur:2")  # doctest: +ELLIPSIS
    <function effect.<locals>.apply at ...>
    """
    name, colon, level = spec.partition(":")
    if not colon and name in TRANSFORMS:
        return TRANSFORMS[name]
    if name in LEVELS:
        known = [str(k + 1) for k in range(len(LEVELS[name]))]
        if level in known:
            return effect(name, int(level))
        ends = f" (mild) to {name}:{known[-1]} (hard)" if len(known) > 1 else ""
        raise SettingError(f"{spec}: write {name}:1{ends}")
    known = [*TRANSFORMS, *(f"{one}:1" for one in LEVELS)]
    raise SettingError(unknown_name("transform", spec, known, "panelwise list transforms"))


def _shown_otherwise(
    draft: ItemDraft,
    recipes: Callable[[Recipe], Recipe],
    values: Callable[[Mapping[str, str | int]], Mapping[str, str | int]] = dict,
) -> ItemDraft:
    """A draft whose pictures and words are changed in both of its forms."""

    def change(shown: Shown) -> Shown:
        images = tuple(recipes(recipe) for recipe in shown.images)
        return replace(shown, images=images, values=values(shown.values))

    single = change(draft.single) if draft.single else None
    return replace(draft, shown=change(draft.shown), single=single)

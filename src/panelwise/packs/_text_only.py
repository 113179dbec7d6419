"""A pack's items without their pictures, for packs that are already built.

The transform ``text_only`` does the same to items as they are planned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from panelwise.errors import InputError
from panelwise.packs._making import Made
from panelwise.packs._pack import MANIFEST, Pack, write_pack
from panelwise.tasks import Item, Rendering, get_kind
from panelwise.tasks.kinds import KnownBlind

_CARD = """\
# {title}, words only

The {{items}} items of the pack {hash} that can be asked without their pictures. Hash {{hash}}.

Findings: {{findings}}

{{guessing}}
"""


def without_pictures(item: Item) -> Item:
    """An item of which only the words are sent."""
    turns = tuple(
        replace(turn, parts=tuple(part for part in turn.parts if isinstance(part, str)))
        for turn in item.rendering.turns
    )
    return replace(
        item,
        rendering=Rendering(turns, (), item.rendering.prompt_id),
        single_image=None,
        options=tuple(replace(option, image=None) for option in item.options),
        meta={**item.meta, "transform": "text_only"},
    )


def asks_in_words(item: Item, evidence: Callable[[str], bool]) -> bool:
    """Whether anything is left to ask without pictures: answers in words, or text as evidence."""
    kind = get_kind(item.kind)
    if not isinstance(kind, KnownBlind) or kind.blind_view(item) is None:
        return False
    return kind.blind_answer(item, item.gold) is not None or evidence(item.task)


def write_text_only(
    pack: Pack, out: str | Path, *, evidence: Callable[[str], bool] = lambda task: False
) -> Pack | None:
    """The items of a pack that can be asked without pictures; ``None`` if there are none.

    A pack that the same call wrote before is opened.

    Args:
        pack: whose items are asked.
        out: the new folder.
        evidence: whether the words of a task are meant as evidence, by its name.

    Raises:
        InputError: when the folder holds something else.
    """
    wanted = [item for item in pack.items() if asks_in_words(item, evidence)]
    if not wanted:
        return None
    if (Path(out) / MANIFEST).is_file():
        found = Pack.open(out)
        if found.manifest.get("text_only_of") != pack.hash:
            raise InputError(f"{out}: made from another pack; give another folder with --out")
        return found
    kept = {"schema_version", "items", "hash", "images", "findings"}
    manifest = {key: value for key, value in pack.manifest.items() if key not in kept}
    manifest["text_only_of"] = pack.hash
    card = _CARD.format(title=pack.manifest.get("title", pack.name), hash=pack.hash[:16])
    return write_pack(out, (Made(without_pictures(item), {}) for item in wanted), manifest, card)

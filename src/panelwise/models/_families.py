"""Families of models, by their names: how they see a picture, and in which numbers they answer.

What a provider or the makers of a model publish is here with its source; what nobody publishes is
``None``. The table is consulted by name alone, so a fine-tuned model under a name of its own has no
family, and a served model may have been started with other limits than its makers' defaults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from panelwise.models import _seeing as seeing
from panelwise.models._seeing import Seen


@dataclass(frozen=True, slots=True)
class Family:
    """Models that see and answer alike.

    Attributes:
        name: for people.
        pattern: of the names of its models, small letters, without vendor or folder.
        source: where this is published.
        frame: the name of one of ``panelwise.metrics.COORDINATE_FRAMES``, in which the family was
            trained to answer (AMB-30); ``None``: unknown.
        see: what becomes of a picture, by width and height; ``None``: unknown.
        most_images: in one request; ``None``: unknown, or none but the context.
        longest_side: pixels of a picture that is taken at all.
        longest_of_many: the same where a request has more than so many pictures: number, pixels.
        most_bytes: of a picture in base64.
    """

    name: str
    pattern: str
    source: str
    frame: str | None = None
    see: Callable[[int, int], Seen] | None = None
    most_images: int | None = None
    longest_side: int | None = None
    longest_of_many: tuple[int, int] | None = None
    most_bytes: int | None = None

    def refuses(self, pictures: Sequence[tuple[int, int, int]]) -> str | None:
        """Why the provider refuses a request with these pictures, as far as it says; else ``None``.

        Args:
            pictures: width and height in pixels, and bytes of the file.
        """
        count = len(pictures)
        if self.most_images is not None and count > self.most_images:
            return f"{count} pictures, at most {self.most_images}"
        longest = self.longest_side
        if self.longest_of_many is not None and count > self.longest_of_many[0]:
            longest = self.longest_of_many[1]
        for width, height, size in pictures:
            if longest is not None and max(width, height) > longest:
                return f"{width} × {height} pixels, at most {longest} a side"
            coded = -(-size // 3) * 4
            if self.most_bytes is not None and coded > self.most_bytes:
                return f"{coded:,} bytes in base64, at most {self.most_bytes:,}"
        return None


_OPENAI = "OpenAI, guide Images and vision"
_CLAUDE = "Anthropic, guide Images and vision"
_GEMINI = "Google, guides Image understanding and Media resolution"

FAMILIES: tuple[Family, ...] = (
    Family(
        "Claude, high resolution",
        r"claude-(opus-4[-.][78]|[a-z]+-([5-9]|\d\d))",
        f"{_CLAUDE}; the limits of 2576 pixels and 4,784 patches as others report them",
        "pixels",
        seeing.claude(2576, 4784),
        most_images=600,
        longest_side=8000,
        longest_of_many=(20, 2000),
        most_bytes=10_000_000,
    ),
    Family(
        "Claude",
        r"claude-",
        _CLAUDE,
        "pixels",
        seeing.claude(1568, 1568),
        most_images=100,
        longest_side=8000,
        longest_of_many=(20, 2000),
        most_bytes=10_000_000,
    ),
    Family(
        "Gemini 3 and later",
        r"gemini-([3-9]|\d\d)",
        _GEMINI,
        "thousandths_y_first",
        seeing.fixed_tokens(1120),
        most_images=3600,
    ),
    Family(
        "Gemini 2",
        r"gemini-2",
        _GEMINI,
        "thousandths_y_first",
        seeing.gemini_2,
        most_images=3600,
    ),
    Family("Gemini 1.5", r"gemini-1\.5", _GEMINI, "thousandths_y_first", seeing.fixed_tokens(258)),
    Family("GPT-4o mini", r"gpt-4o-mini", _OPENAI, "pixels", seeing.openai_tiles(2833, 5667)),
    Family(
        "GPT-4.1 mini, GPT-5 mini",
        r"gpt-4\.1-mini|gpt-5-mini",
        _OPENAI,
        "pixels",
        seeing.openai_patches(1.62),
    ),
    Family(
        "GPT-4.1 nano, GPT-5 nano",
        r"gpt-4\.1-nano|gpt-5-nano",
        _OPENAI,
        "pixels",
        seeing.openai_patches(2.46),
    ),
    Family("o4-mini", r"o4-mini", _OPENAI, "pixels", seeing.openai_patches(1.72)),
    Family(
        "GPT-4o, GPT-4.1",
        r"gpt-4o|gpt-4\.1|gpt-4\.5",
        _OPENAI,
        "pixels",
        seeing.openai_tiles(85, 170),
    ),
    Family("GPT-5", r"gpt-5(?![.\d])", _OPENAI, "pixels", seeing.openai_tiles(70, 140)),
    Family("o1, o3", r"o[13](?![\w.])", _OPENAI, "pixels", seeing.openai_tiles(75, 150)),
    Family(
        "MangaLMM",
        r"mangalmm",
        "MangaVQA paper, section 4.4 of the specification: Qwen2.5-VL at up to 2,116,800 pixels",
        "qwen_pixels",
        seeing.qwen(step=28, least=3_136, most=2_116_800),
    ),
    Family(
        "Qwen3-VL",
        r"qwen[-_]?3[-_]?vl",
        "preprocessor_config.json of Qwen/Qwen3-VL-8B-Instruct",
        "thousandths",
        seeing.qwen(step=32, least=65_536, most=16_777_216),
    ),
    Family(
        "Qwen3.5, Qwen3.6",
        r"qwen3[._][56]",
        "preprocessor_config.json of Qwen/Qwen3.5-9B-Base",
        None,
        seeing.qwen(step=32, least=65_536, most=16_777_216),
    ),
    Family(
        "Qwen2.5-VL",
        r"qwen[-_]?2[._]5[-_]?vl",
        "preprocessor_config.json of Qwen/Qwen2.5-VL-7B-Instruct; Qwen2.5-VL technical report",
        "qwen_pixels_12mp",
        seeing.qwen(step=28, least=3_136, most=12_845_056),
    ),
    Family(
        "Qwen2-VL",
        r"qwen[-_]?2[-_]?vl",
        "preprocessor_config.json of Qwen/Qwen2-VL-7B-Instruct; Qwen2-VL technical report",
        "thousandths",
        seeing.qwen(step=28, least=3_136, most=12_845_056),
    ),
    Family(
        "InternVL",
        r"internvl",
        "model card of OpenGVLab/InternVL2_5-8B (dynamic_preprocess)",
        "thousandths",
        seeing.internvl,
    ),
    Family(
        "Gemma 3",
        r"gemma[-_]?3(?!n)",
        "Gemma 3 technical report, without pan and scan",
        None,
        seeing.squashed(896, 256),
    ),
    Family(
        "LLaVA-1.5",
        r"llava[-_]?(v)?1\.5",
        "LLaVA-1.5 report (arXiv:2310.03744)",
        "fractions",
        seeing.padded(336, 576),
    ),
)


def family_of(name: str) -> Family | None:
    """The family of a model, by its name or its provider's; ``None`` for one that is not known.

    Vendors and folders before the last part of a name do not count.

    >>> [family_of(name).name for name in ("openrouter/qwen/qwen2.5-vl-72b-instruct", "qwen2_5_vl")]
    ['Qwen2.5-VL', 'Qwen2.5-VL']
    >>> family_of("http://host:8000/v1#checkpoint-1200") is None
    True
    """
    last = name.rpartition("#")[2].rstrip("/").rpartition("/")[2].lower()
    found = (one for one in FAMILIES if re.search(rf"(?<![a-z]){one.pattern}", last))
    return next(found, None)


def seen_by(name: str, width: int, height: int) -> Seen | None:
    """What a model sees of a picture of ``width`` × ``height`` pixels; ``None``: unknown.

    >>> seen_by("openai/gpt-4o", 1654, 1170)
    Seen(width=1086, height=768, tokens=1105)
    """
    family = family_of(name)
    return family.see(width, height) if family and family.see else None

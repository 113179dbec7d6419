"""How each paper decoded, for the models of its tables: presets that a run in ``paper`` sends.

What a paper does not state is not sent, so the provider's default holds. Source: specification 1.6;
CHROMIC 5.1, StripCipher App. C, the released code of MangaOCR and MangaVQA (AMB-33), ComicVQA
App. B.4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from panelwise.benchmarks._papers import BENCHMARKS, get_task
from panelwise.models import Sampling


@dataclass(frozen=True, slots=True)
class Preset:
    """What is sent to some models.

    Attributes:
        models: which, in words.
        pattern: a regular expression that is found in their names, in small letters with ``-`` for
            every other separator ("qwen2-5-vl-7b-instruct").
        sampling: the parameters.
    """

    models: str
    pattern: str
    sampling: Sampling = field(default_factory=Sampling)

    def __str__(self) -> str:
        """In a line."""
        return f"{self.models}: {sampling_words(self.sampling.given())}"


def sampling_words(given: Mapping[str, Any]) -> str:
    """Decoding parameters in words.

    >>> sampling_words({"temperature": 0.0, "reasoning": "off"}), sampling_words({})
    ('temperature 0, reasoning off', "the provider's defaults")
    """
    said = ", ".join(
        f"{key} {value:g}" if isinstance(value, float) else f"{key} {value}"
        for key, value in given.items()
    )
    return said or "the provider's defaults"


@dataclass(frozen=True, slots=True)
class PaperDecoding:
    """A paper's decoding.

    Attributes:
        source: where the paper, or its code, says it.
        presets: the first whose pattern is found in a model's name holds for it.
    """

    source: str
    presets: tuple[Preset, ...] = ()

    def preset_for(self, *names: str) -> Preset:
        """The preset of a model, by all names under which it is known.

        >>> DECODINGS["stripcipher"].preset_for("hf/Qwen/Qwen2.5-VL-7B-Instruct").sampling.top_k
        1
        """
        plain = [re.sub(r"[._\s]+", "-", name.lower()) for name in names]
        for preset in self.presets:
            if any(re.search(preset.pattern, name) for name in plain):
                return preset
        return Preset("other models" if self.presets else "", "")

    def __str__(self) -> str:
        """All of it in a line.

        >>> print(DECODINGS["mangavqa.manga_ocr"].presets[1])
        open models: temperature 0, max_tokens 4096
        """
        parts = [str(preset) for preset in self.presets]
        if not any(not preset.pattern for preset in self.presets):
            parts.append(f"{'other models: ' if parts else ''}the provider's defaults")
        return f"{'; '.join(parts)} ({self.source})"


_OPENAI = r"\b(?:chat)?gpt-\d|(?:^|[/#:])o\d(?:-|$)"
_HOSTED = _OPENAI + r"|\b(?:claude|gemini|grok)\b"
_COLD = Sampling(temperature=0.2)
_GREEDY = Sampling(temperature=0.0, max_tokens=2048)

CHROMIC = PaperDecoding("CHROMIC 5.1: every model's default settings")
STRIPCIPHER = PaperDecoding(
    "StripCipher App. C",
    (
        Preset("later LLaVA models", r"llava-(?:next-video|onevision|interleave|video)"),
        Preset("LLaVA 1.5 and 1.6", r"\bllava", _COLD),
        Preset("Cambrian", r"cambrian", _COLD),
        Preset("MiniGPT-4", r"minigpt-?4", Sampling(temperature=1.0)),
        Preset("mPLUG-Owl2", r"mplug-owl-?2", Sampling(temperature=0.7)),
        Preset("CogVLM", r"cogvlm", Sampling(temperature=0.4, top_p=0.8, top_k=1)),
        Preset(
            "Qwen2-VL and Qwen2.5-VL",
            r"qwen-?2(?:-5)?-?vl",
            Sampling(temperature=0.01, top_p=0.001, top_k=1),
        ),
        Preset("InternVL", r"intern-?vl", Sampling(temperature=0.0)),
    ),
)
_NOT_STATED = Preset("hosted models, whose decoding is not stated", _HOSTED)
MANGAOCR = PaperDecoding(
    "MangaOCR, released code: no sampling",
    (_NOT_STATED, Preset("open models", "", Sampling(temperature=0.0, max_tokens=4096))),
)
MANGAVQA = PaperDecoding(
    "MangaVQA, released code: the model's default sampling; AMB-33",
    (_NOT_STATED, Preset("open models", "", Sampling(seed=0, max_tokens=256))),
)
COMICVQA = PaperDecoding(
    "ComicVQA App. B.4; specification 5.6",
    (
        Preset(
            "models of OpenAI",
            _OPENAI,
            Sampling(temperature=0.0, top_p=1.0, max_tokens=2048, reasoning="off"),
        ),
        Preset(
            "other hosted models",
            _HOSTED,
            Sampling(temperature=0.0, max_tokens=2048, reasoning="off"),
        ),
        Preset("open models", "", _GREEDY),
    ),
)
COMIX = PaperDecoding("CoMix: no decoding of a vision-language model is printed")

DECODINGS: Mapping[str, PaperDecoding] = {
    "chromic": CHROMIC,
    "stripcipher": STRIPCIPHER,
    "mangavqa.manga_ocr": MANGAOCR,
    "mangavqa": MANGAVQA,
    "comicvqa": COMICVQA,
    "comix": COMIX,
}
"""By task, or by the paper that a task's name begins with."""


def decoding_of(task: str) -> PaperDecoding:
    """How the paper of a task decoded.

    A task of another package declares its own as ``decoding``; one that declares none, and one that
    is not installed, sends nothing.
    """
    own = getattr(get_task(task), "decoding", None) if task in BENCHMARKS else None
    if isinstance(own, PaperDecoding):
        return own
    of_paper = DECODINGS.get(task.partition(".")[0])
    return DECODINGS.get(task) or of_paper or PaperDecoding("its paper states no decoding")

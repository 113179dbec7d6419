"""MangaOCR and MangaVQA: read every text of a spread, answer questions about it.

MangaOCR (MV-1, MV-3) asks for a list of texts with boxes; its two printed wordings are the
setting ``mangaocr.prompt``. The paper ranks by the end-to-end Hmean that weighs matches by how
well they were read (AMB-26). MangaVQA (MV-2) asks questions with one definite answer, marked by a
judge from 1 to 10; string metrics are reported as well.
"""

from __future__ import annotations

from panelwise.benchmarks._papers import MANGAVQA
from panelwise.benchmarks._prompts import printed_prompts
from panelwise.benchmarks._settings import MangaocrSettings
from panelwise.profile import Profile
from panelwise.tasks import OpenQuestion, PageTask, Prompt, ask_texts
from panelwise.tasks.plans import PromptSettings

_SIZED = """\
{images}
Read every text in this comic page, sounds and captions too, as it is written. The image is \
{width} pixels wide and {height} pixels high.
Answer with a JSON list and nothing else. Each entry is
{"bbox_2d": [x1, y1, x2, y2], "text_content": "..."}
where x1, y1 is the top left and x2, y2 the bottom right corner of the text, in pixels of this \
image, and text_content is what is written there, without line breaks.
"""
_WORDINGS = {"listed": "mangaocr.non_qwen", "qwen": "mangaocr.default"}


def _ocr_prompt(profile: Profile) -> Prompt:
    """A printed wording, or in ``recommended`` one that says the size and every language (AMB-30).

    The printed ones speak of Japanese, whatever the comic's language.
    """
    if profile.section(PromptSettings).explicit_order:
        return Prompt("mangavqa.manga_ocr/recommended/1", _SIZED, "ours", "AMB-30")
    printed = _WORDINGS[profile.section(MangaocrSettings).prompt]
    text = "{images}" + printed_prompts()[printed]
    name = f"mangavqa.manga_ocr.{profile.section(MangaocrSettings).prompt}/paper/1"
    return Prompt(name, text, "exact", "MangaVQA App. D.1, Table B")


manga_ocr = PageTask(
    id="mangavqa.manga_ocr",
    traps=(
        "The paper's end-to-end Hmean weights each match by how well its text was read. That of"
        " ICDAR, `e2e_hmean_exact`, does not (AMB-26).",
        "In the released scorer, matching depends on the order of the entries (AMB-27), and"
        " normalisation ignores dashes and punctuation (AMB-29).",
        "The paper's prompt asks for pixels without giving the size of the image. If a strong"
        " model scores 0, it may use other coordinates: check `best_frame_hmean_ned` (AMB-30).",
        "The released parser reads only entries that follow a line break and a tab. An answer"
        " exactly in the format that the prompt prints counts as empty.",
        "Page numbers and editorial marks are not annotated, so a model that reads them, too, loses"
        " precision.",
    ),
    paper=MANGAVQA,
    own_settings=(PromptSettings, MangaocrSettings),
    title="MangaOCR",
    kind="spotting",
    headline="e2e_hmean_ned",
    source="MangaVQA 3, App. D; MV-1, MV-3, MV-9 to MV-11; AMB-25 to AMB-31",
    asked="A page; which texts are on it, and where?",
    needs="pages with texts",
    prompt=_ocr_prompt,
    ask=ask_texts,
)


def _question_prompt(profile: Profile) -> Prompt:
    """The printed system message and the bare question; ``recommended`` says who is who.

    The printed message is Japanese and speaks of manga; ours says the same in English.
    """
    if profile.section(PromptSettings).explicit_order:
        text = "{images}{who}{question}\nAnswer shortly, in the language of the question."
        system = "You answer questions about comics. Answer from the pictures that you are given."
        prompt_id = "mangavqa.manga_vqa/recommended/1"
        return Prompt(prompt_id, text, "ours", "MangaVQA App. D.1; AMB-33", "", system)
    system = printed_prompts()["mangavqa.system"]
    prompt_id, source = "mangavqa.manga_vqa/paper/1", "MangaVQA App. D.1"
    return Prompt(prompt_id, "{images}{question}", "exact", source, "", system)


manga_vqa = OpenQuestion(
    id="mangavqa.manga_vqa",
    traps=(
        "Different judges rate the same model up to a point apart (AMB-32). Use two judges, name"
        " them, and use none from the family of the judged model.",
        "If the judge's reply cannot be read, the released code gives the answer a mark of 1.",
        "String metrics penalise right answers in different words. They do not replace a judge.",
    ),
    paper=MANGAVQA,
    title="MangaVQA",
    source="MangaVQA 4; MV-2, MV-6; AMB-32, AMB-33",
    prompt=_question_prompt,
)

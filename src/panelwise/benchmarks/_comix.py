"""CoMix: detection, speakers, people seen again, reading order, names, dialogue.

The supplement prints no prompt for a vision-language model, and the metrics of most of these tasks
are in no public code: every wording is ours, and what a metric means is settled in
specification 7.7 to 7.11. Where texts or characters are given, they are marked on the page
(``T1``, ``C1``).
"""

from __future__ import annotations

from collections.abc import Callable

from panelwise.benchmarks._papers import COMIX
from panelwise.profile import Profile
from panelwise.settings import Section
from panelwise.tasks import (
    AskPage,
    ChapterTask,
    PageTask,
    Prompt,
    ask_boxes,
    ask_chapter_identities,
    ask_dialogue,
    ask_found_order,
    ask_identities,
    ask_names,
    ask_speakers,
    ask_structure,
    ask_text_order,
)
from panelwise.tasks.plans import SequenceSettings

_DETECTION = """\
{images}
Find every box of these classes on this comic page: {classes}. A text box holds the words of one \
balloon or caption; a character box holds a whole figure; a face box the face alone. The image is \
{width} pixels wide and {height} pixels high.
Answer with a JSON list and nothing else. Each entry is
{"class": "<class>", "bbox": [x1, y1, x2, y2]}
with the top left and the bottom right corner in pixels of this image.
"""
_SPEAKERS = """\
{images}
On this comic page texts are marked {texts} in red, and characters {characters} in blue. Who says \
each text?
Answer with a JSON object and nothing else, from every text to one character, in the form \
{"<text>": "<character>", ...}; write null for a text whose speaker is not marked.
"""
_IDENTITIES = """\
{images}
On this comic page characters are marked {characters} in blue. Which of them are the same person?
Answer with a JSON list of groups and nothing else, every mark in exactly one group, in the \
form [["<mark>", "<mark>", ...], ["<mark>"], ...].
"""
_CHAPTER = """\
{images}
These are {pages} pages of a comic, in order. Characters {characters} are marked on them in blue. \
Which of them are the same person?
Answer with a JSON list of groups and nothing else, every mark in exactly one group, in the \
form [["<mark>", "<mark>", ...], ["<mark>"], ...].
"""
_ORDER = """\
{images}
{reading}On this comic page {n} texts are marked with red numbers, which do not tell their order. \
In which order are they read?
Answer with a list of the numbers, the text that is read first at the beginning, and nothing else.
"""
_STRUCTURE = """\
{images}
{reading}Read this comic page. Find every text (the words of one balloon or caption, its box close \
around the letters; sounds and signs are not asked), in reading order, and every character (the \
whole figure; animals only where they act as people do), say which character says each text, and \
which characters are the same person. The image is {width} pixels wide and {height} pixels high.
Answer with a JSON object and nothing else:
{"characters": [{"id": "<id>", "bbox": [x1, y1, x2, y2], "person": "<letter>"}, ...],
 "texts": [{"bbox": [x1, y1, x2, y2], "speaker": "<id>"}, ...]}
with the top left and the bottom right corner in pixels of this image. Characters who are the \
same person have the same letter. The speaker of a caption, or of somebody who is not in the \
picture, is null.
"""
_FOUND_ORDER = """\
{images}
{reading}Find every text of this comic page (the words of one balloon or caption, its box close \
around the letters; sounds and signs are not asked), in the order in which they are read. The \
image is {width} pixels wide and {height} pixels high.
Answer with a JSON list and nothing else, the text that is read first at the beginning. Each entry \
is {"bbox": [x1, y1, x2, y2]} with the top left and the bottom right corner in pixels of this image.
"""
_NAMING = """\
{images}
{who}On this comic page texts are marked {texts} in red. What is the name of whoever says each?
Answer with a JSON object and nothing else, from every text to a name, in the form \
{"<text>": "<name>", ...}; write "narrator" for a caption that nobody says.
"""
_DIALOGUE = """\
{images}
{reading}{who}Write down what is said on this comic page, line by line in reading order, captions \
included, sounds not. Leave the words in their language.
Answer with a JSON list and nothing else. Each entry is {"name": "<name>", "text": "..."}; the \
name of a caption that nobody says is "narrator".
"""


def _prompt(name: str, wording: str, version: int = 1) -> Callable[[Profile], Prompt]:
    """One wording for both profiles, for the paper prints none."""
    id_ = f"comix.{name}/{version}"
    prompt = Prompt(id_, wording, "ours", "CoMix prints no prompt for this task")
    return lambda profile: prompt


def _task(
    name: str,
    wording: str,
    ask: AskPage,
    *,
    title: str,
    kind: str,
    headline: str,
    source: str,
    asked: str,
    needs: str,
    traps: tuple[str, ...],
    version: int = 1,
    own_settings: tuple[type[Section], ...] = (),
) -> PageTask:
    """A task about single pages."""
    return PageTask(
        id=f"comix.{name}",
        traps=traps,
        paper=COMIX,
        own_settings=own_settings,
        title=f"CoMix {title}",
        kind=kind,
        headline=headline,
        source=source,
        asked=asked,
        needs=needs,
        prompt=_prompt(name, wording, version),
        ask=ask,
    )


detection = _task(
    "detection",
    _DETECTION,
    ask_boxes,
    title="detection",
    kind="detection",
    headline="mean_f1",
    source="CoMix suppl. 2; specification CX-1, 7.7; AMB-45",
    asked="A page; boxes of its panels, characters, texts and faces.",
    needs="pages with annotated boxes",
    traps=(
        "Models that give no scores have one operating point, not an average precision; the"
        " printed AP50 is of detectors that do (AMB-45).",
        "The printed averages weigh collections by pages; a class that a detector lacks counts"
        " 0 in one table and is left out in another.",
    ),
    version=2,
)
speaker_identification = _task(
    "speaker_identification",
    _SPEAKERS,
    ask_speakers,
    title="speaker identification",
    kind="speakers",
    headline="recall_at_texts",
    source="CoMix suppl. Table 5; specification CX-7, 7.8; AMB-47, AMB-51",
    asked="A page with marked texts and characters; who says each text?",
    needs="pages with speakers of texts",
    traps=(
        "R@#text as a mean over pages and over links differ, and so do IoU .5 and .65; the"
        " heuristic is printed with 38.4 and with .68 (AMB-47).",
        "The closest character of the panel is right surprisingly often: put"
        " `baseline:closest` next to every model (AMB-51).",
    ),
    version=2,
)
character_reid = _task(
    "character_reid",
    _IDENTITIES,
    ask_identities,
    title="character re-identification",
    kind="identities",
    headline="ami",
    source="CoMix; specification 7.9; AMB-43",
    asked="A page with marked characters; which of them are the same person?",
    needs="pages with two or more known characters",
    traps=(
        "The supplement prints no metric for it; AMI is the headline here (AMB-43).",
        "Pages with fewer than two known characters have no answer and are left out.",
    ),
    version=2,
)
character_reid_chapter = ChapterTask(
    id="comix.character_reid_chapter",
    traps=(
        "Groups of hundreds weigh most in pairwise F1; AMI and B³ weigh characters. A model"
        " that takes few images gets none of these items: look at `unsupported`.",
        "A book of more pages than `--set chapter.pages=16` is split into parts; figures of"
        " different lengths cannot be compared.",
        "If few characters appear on several pages, the chapter asks little more than its pages;"
        " so it is in most books of the press.",
    ),
    paper=COMIX,
    title="CoMix character re-identification over a chapter",
    kind="identities",
    headline="ami",
    source="CoMix; specification 7.9; AMB-43 (per chapter)",
    asked="Pages of a book with marked characters; which of them are the same person?",
    needs="books with two or more known characters",
    prompt=_prompt("character_reid_chapter", _CHAPTER, 2),
    ask=ask_chapter_identities,
)
text_reading_order = _task(
    "text_reading_order",
    _ORDER,
    ask_text_order,
    title="reading order of texts",
    own_settings=(SequenceSettings,),
    kind="ordering",
    headline="exact_match",
    source="CoMix; specification 7.10; AMB-44",
    asked="A page with texts numbered at random; in which order are they read?",
    needs="pages with three or more texts in reading order",
    traps=(
        "Most pages are read the same way: the exact order by panels alone is right on most,"
        " so look at pages with many texts.",
    ),
    version=2,
)
page_structure = _task(
    "page_structure",
    _STRUCTURE,
    ask_structure,
    title="page structure, end to end",
    kind="structure",
    headline="recall_at_texts",
    source="CoMix suppl. Table 5; specification CX-7, 7.8 to 7.10; AMB-43, AMB-44, AMB-47",
    asked="An unmarked page; its texts in order and its characters, who says what, who is the"
    " same person.",
    needs="pages with speakers of texts",
    traps=(
        "A link counts if both of its ends were found: with a misplaced text box the speaker is"
        " wrong, too. Look at the recall of texts and characters before the links.",
        "R@#text takes the K surest links of a page; without scores all are equally sure, and"
        " superfluous links lower the score.",
    ),
    version=2,
)
text_reading_order_end_to_end = _task(
    "text_reading_order_end_to_end",
    _FOUND_ORDER,
    ask_found_order,
    title="reading order of texts, end to end",
    own_settings=(SequenceSettings,),
    kind="reading_order",
    headline="order_similarity",
    source="CoMix; specification 7.10; AMB-44",
    asked="An unmarked page; boxes of its texts in the order in which they are read.",
    needs="pages with three or more texts in reading order",
    traps=(
        "`order_exact` and `order_tau` look at the found texts alone: a model that"
        " finds two balloons of nine may order both well. `order_similarity`"
        " counts what is missing.",
    ),
)
character_naming = _task(
    "character_naming",
    _NAMING,
    ask_names,
    title="character naming",
    kind="naming",
    headline="anls_known",
    source="CoMix suppl. Table 6a; specification CX-7, 7.3; AMB-49",
    asked="A page with marked texts; the name of the speaker of each.",
    needs="pages with named speakers",
    traps=(
        "Unknown speakers make most of PopManga: naming everybody 'unknown' scores well there,"
        " so known names are the headline (AMB-49).",
        "Comics name nobody on the page; `recommended` describes the characters.",
    ),
    version=2,
)
dialog_generation = _task(
    "dialog_generation",
    _DIALOGUE,
    ask_dialogue,
    title="dialogue generation",
    kind="dialogue",
    headline="dialogue_text",
    source="CoMix suppl. Table 6b, Alg. 2; specification CX-7, 7.11; AMB-48",
    asked="A page; what is said on it, by whom, in reading order.",
    needs="pages with texts",
    traps=(
        "As printed the score is not divided by the number of lines and leaves unmatched lines"
        " free; the printed 93 can only be a mean (AMB-48).",
        "The printed average over collections is impossible with the weights of the others"
        " (AMB-50).",
    ),
    version=3,
)

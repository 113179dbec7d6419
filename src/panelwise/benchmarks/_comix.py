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
balloon or caption; a character box holds a whole figure, a face box the face alone, both without \
what the edge of the panel cuts off. The image is {width} pixels wide and {height} pixels high.
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
whole figure, without what the edge of the panel cuts off; animals only where they act as people \
do), say which character says each text, and which characters are the same person. The image is \
{width} pixels wide and {height} pixels high.
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
{who}On this comic page texts are marked {texts} in red. What is the name of each text's speaker?
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
    asked="A page; where are its panels, characters, texts and faces?",
    needs="pages with annotated boxes",
    traps=(
        "Average precision needs boxes with scores, which language models do not give. The"
        " paper's AP50 is that of detectors (AMB-45).",
        "The paper's averages weight collections by pages. A class that a detector does not"
        " support counts as 0 in one table and is left out in another.",
    ),
    version=3,
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
        "Scores depend on whether R@#text is a mean over pages or is computed over all links, and"
        " on the IoU (.5 or .65). For the closest character as the speaker, 38.4 % and .68 have"
        " been printed (AMB-47).",
        "The character closest to the text is surprisingly often the speaker. Report"
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
        "The supplement prints no metric for this task. The headline metric here is AMI (AMB-43).",
    ),
    version=2,
)
character_reid_chapter = ChapterTask(
    id="comix.character_reid_chapter",
    traps=(
        "Pairwise F1 is dominated by characters that appear hundreds of times; AMI and B³ are"
        " not. Models that accept only a few images cannot answer these items: check the outcome"
        " `unsupported`.",
        "Books with more pages than `chapter.pages` (16) are split into parts. Scores for"
        " different values of this setting cannot be compared.",
        "If few characters appear on several pages, a chapter asks little more than single pages"
        " do. Most books of the press are like this.",
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
        "On most pages the order of the panels alone gives the right order of texts. Look at"
        " pages with many texts.",
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
    asked=(
        "A page without marks; find its texts in reading order, its characters, who says what,"
        " and which characters are the same person."
    ),
    needs="pages with speakers of texts",
    traps=(
        "A link is right only if both of its boxes were found, so with a misplaced text box the"
        " speaker is wrong, too. Check the recall of texts and characters first.",
        "R@#text looks at the K links of a page with the highest scores. If links have no scores,"
        " they all rank equally, and superfluous links lower the result.",
    ),
    version=3,
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
    asked="A page without marks; where are its texts, in reading order?",
    needs="pages with three or more texts in reading order",
    traps=(
        "`order_exact` and `order_tau` consider only texts that were found: a model that finds"
        " two of nine balloons can still score 1. `order_similarity` also counts missing texts.",
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
    asked="A page with marked texts; who says each of them?",
    needs="pages with named speakers",
    traps=(
        "Most speakers in PopManga are unknown, so answering 'unknown' for everybody scores well"
        " there. The headline metric therefore counts only speakers whose name is known (AMB-49).",
        "Pages do not show the names of characters, so the prompt describes those who are on the"
        " page, if the comic has descriptions.",
    ),
    version=3,
)
dialog_generation = _task(
    "dialog_generation",
    _DIALOGUE,
    ask_dialogue,
    title="dialogue generation",
    kind="dialogue",
    headline="dialogue_text",
    source="CoMix suppl. Table 6b, Alg. 2; specification CX-7, 7.11; AMB-48",
    asked="A page; what is said on it, by whom, in reading order?",
    needs="pages with texts",
    traps=(
        "The printed formula does not divide by the number of lines, and unmatched lines cost"
        " nothing. The printed score of 93 is only possible with the division (AMB-48).",
        "The paper's average over collections cannot result from the weights of its other"
        " averages (AMB-50).",
    ),
    version=3,
)

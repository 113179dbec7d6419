"""An answer as it came, made plain: the part outside reasoning, without markup.

Whatever a provider, a template or a habit wraps round an answer is taken off here, once, so that
the rungs of the extractor ladders are short patterns over plain text. So that no answer can stall
a run, every pattern is linear, reasoning is sought in the last ``LIMIT`` characters, and an answer
in the last ``ANSWER_LIMIT`` outside it.
"""

from __future__ import annotations

import html
import re
import unicodedata

# A final answer stands near the end. Reasoning may be long; what follows it is not.
LIMIT = 100_000
ANSWER_LIMIT = 30_000

BOX_OPEN, BOX_CLOSE = "⟦", "⟧"  # what was in \boxed{}, <answer> or a model's answer box

_TAGS = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think"
_REASONING = re.compile(rf"[<\[◁](/?)(?:{_TAGS})[>\]▷]", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>(\w+)(?:<\|message\|>)?")

SOMETHING = r"\w|\["  # a letter, a digit, or an empty list; dots and dashes are silence


def answer_part(text: str) -> str:
    """The text outside reasoning blocks; nothing after a block that was never closed.

    A closing tag without an opening one ends a block that the chat template had opened.

    >>> answer_part("<think>[0, 1]? no</think> [1, 0]")
    ' [1, 0]'
    >>> answer_part("so it is B</think>C"), answer_part("<think>maybe B")
    ('C', '')
    """
    text = text[-LIMIT:]
    channels = list(_CHANNEL.finditer(text))
    if channels:
        last = channels[-1]
        text = text[last.end() :] if last.group(1) == "final" else text[: channels[0].start()]
    kept: list[str] = []
    position, depth = 0, 0
    for tag in _REASONING.finditer(text):
        if not tag.group(1):
            if depth == 0:
                kept.append(text[position : tag.start()])
            depth += 1
        elif depth > 1:
            depth -= 1
        else:
            kept = kept if depth else []
            depth, position = 0, tag.end()
    return "".join(kept) + (text[position:] if depth == 0 else "")


# Each step with characters of which the text must have had one for it to change anything: most
# answers hold no markup, and searching for all of it takes long. "" is for any text.
_STEPS: tuple[tuple[frozenset[str], re.Pattern[str], str], ...] = tuple(
    (frozenset(needed), re.compile(pattern, re.IGNORECASE | re.MULTILINE), replacement)
    for needed, pattern, replacement in (
        ("", r"[ \t\f\v]+", " "),
        # Control tokens that a server failed to strip, and tags.
        (
            "<",
            r"<\|begin_of_box\|>|<(?:final_?)?(?:answer|result|output|choice|order)>",
            BOX_OPEN,
        ),
        (
            "<",
            r"<\|end_of_box\|>|</(?:final_?)?(?:answer|result|output|choice|order)>",
            BOX_CLOSE,
        ),
        ("<", r"<\|[^|<>\n]{1,40}\|>|</?s>|<(?:eos|bos|pad|unk|end_of_turn)>", " "),
        ("<~", r"<(del|strike)>[^<>]{0,500}</\1>|~~[^~\n]{1,300}~~", " "),
        ("<`", r"<br ?/?>|</tr>|```[\w+-]*", "\n"),
        ("<", r"</t[dh]>", " | "),
        ("<", r"</?[a-z][^<>\n]{0,60}>", ""),
        # LaTeX.
        ("\\", r"\\(?:to|(?:long)?rightarrow|implies)\b", " → "),
        ("\\", r"\\(?:left|right|displaystyle|q?quad|large|bf|rm)\b", " "),
        ("\\", r"\\(?:text|math)(?:bf|rm|tt|sf|it|normal)?\{([^{}\n]{0,300})\}", r"\1"),
        ("\\", r"\\(?:operatorname|mbox|emph|underline|bf|rm)\{([^{}\n]{0,300})\}", r"\1"),
        ("\\", r"\\(?:begin|end)\{\w{1,20}\*?\}", " "),
        ("\\$", r"\\[,;:! ()]|\\?\$", " "),
        ("\\", r"\\[\[{]", "["),
        ("\\", r"\\[\]}]", "]"),
        ("\\", r"\\([\"'_*#])", r"\1"),
        # Markdown.
        ("*_`", r"\*\*|__|`", ""),
        ("*", r"^[ \t]*\*(?=[ \t])", "-"),
        ("*_", r"\*|(?<![a-z0-9])_|_(?![a-z0-9])", ""),
        ("#>", r"^[ \t]*(?:#{1,6}(?=\s)(?![^\n]*\|)|>(?!=))[ \t]*", ""),
        ("", r"[ \t\f\v]+", " "),
        ("|<", r"^ ?\|?[-:| ]{3,200}\|[-:| ]{0,200}(?:\n|\Z)", ""),
        (":", r"^ ?(?:assistant|model|bot|ai) ?: ?", ""),
        # Arrows, and notes on how things are numbered ("starting from 0"), which are no answer.
        (">", r"(?<![-=<])[-=]{1,3}>", " → "),
        (
            "(",
            r"\((?:starting|counting|indexed|numbered|where|[01]-|zero-|one-)[^()\n]{0,60}\)",
            " ",
        ),
        (
            "01",
            r"\b(?:start|count|number|index)(?:ing|ed)? (?:from|at) (?:index )?[01]\b"
            r"(?! ?(?:[,;→-]|then|and|to) ?[a-z ]{0,12}\d)",
            " ",
        ),
        ("-*", r"\b(?:[01]|zero|one)-(?:based|indexed)(?: index\w*| list| order)?", " "),
        ("", r"\b(panels?|frames?|images?|pictures?|strips?|[pf])(\d{1,2})\b", r"\1 \2"),
        ("", r"[ \t\f\v]+", " "),
        (".", r"(?<![\d.])(\d{1,2})\.0+(?![\d.])", r"\1"),
        ("\n<`", r" ?\r?\n ?", "\n"),
        ("\n<`", r"\n{3,}", "\n\n\n"),
    )
)
_BOXED = re.compile(r"\\f?boxed ?\{")
_PUNCTUATION = {
    **dict.fromkeys("、，،", ", "),
    **dict.fromkeys("。．", ". "),
    **dict.fromkeys("【〔⟦〚", "["),
    **dict.fromkeys("】〕⟧〛", "]"),
    **dict.fromkeys("“”„«»「」『』", '"'),
    **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("→➡➔➜➝➞⇒⟶⟹▶▸►🡒🠖➤", " → "),
    "−": "-",
    "🔟": " 10 ",
    "⃣": " ",  # the frame of a keycap digit
}
# Where Unicode keeps A–Z in circles and squares, light and dark.
_FRAMED_LETTERS = ((0x24B6, 26), (0x24D0, 26), (0x1F130, 26), (0x1F150, 26), (0x1F170, 26))


def plain(text: str) -> str:
    r"""Text without markup, invisible characters or exotic digits.

    >>> plain("**③②①**"), plain("$\\boxed{\\text{B}}$"), plain("Ａ：`x`")
    ('3 2 1', '⟦B⟧', 'A:x')
    """
    text = html.unescape(text[-ANSWER_LIMIT:])
    text = text.translate({ord(char): _plain_char(char) for char in set(text) if char > "~"})
    text = unicodedata.normalize("NFKC", text)[-ANSWER_LIMIT:]
    held = set(text)
    for needed, pattern, replacement in _STEPS:
        if not needed or not needed.isdisjoint(held):
            text = pattern.sub(replacement, text)
    return _open_boxes(text).strip()


def _plain_char(char: str) -> str:
    """What one character beyond ASCII stands for."""
    category = unicodedata.category(char)
    plain_char = _PUNCTUATION.get(char, char)
    if category in {"Cf", "Cs"} or "\ufe00" <= char <= "\ufe0f":
        plain_char = ""
    elif category == "Pd":
        plain_char = "-"
    elif category == "Nd":
        plain_char = str(unicodedata.digit(char))
    elif category == "No":  # ③, ❸; but ², ½ are no members of a list
        raised = unicodedata.decomposition(char).startswith(("<super>", "<sub>", "<fraction>"))
        value = unicodedata.numeric(char)
        plain_char = " " if raised or value != int(value) else f" {int(value)} "
    for first, count in _FRAMED_LETTERS:
        if first <= ord(char) < first + count:
            plain_char = f" {chr(ord('A') + ord(char) - first)} "
    return plain_char


def _open_boxes(text: str) -> str:
    r"""``\boxed{…}`` with its braces balanced, as box marks."""
    parts: list[str] = []
    position = 0
    for match in _BOXED.finditer(text):
        if match.start() < position:
            continue
        depth, end = 1, match.end()
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        inner = text[match.end() : end].strip("{} ")  # the closing brace, too
        parts += [text[position : match.start()], BOX_OPEN, inner, BOX_CLOSE]
        position = end
    return "".join([*parts, text[position:]])


# Sentences that decline to answer, and nothing else.
_OUTRIGHT = (
    r"\b(?:i(?:'m| am)?|we) (?:\w+ ){0,3}?(?:can(?:'t|not| not)|unable to|not able to|won't)"
    r" (?:\w+ ){0,2}?(?:assist|help|provide|answer|comply|fulfil|do that|see|view|access|process"
    r"|analy[sz]e|identify|determine|complete|interpret|open|display|continue|engage|read|tell)"
    r"|\bas an ai\b|\bi (?:must|have to) (?:decline|refuse)"
    r"|\bagainst (?:my|our|the) (?:\w+ )?(?:policy|policies|guidelines)"
    r"|\b(?:no|without (?:an?|the|any)) images? (?:\w+ ){0,2}(?:provided|attached|uploaded)"
    r"|(?:お答え|回答)(?:でき|いたしかね)ま|お手伝いできません|対応できません"
    r"|我?(?:无法|無法|不能)(?:回答|提供|协助|協助|帮助|幫助|查看|处理|處理|识别|識別)"
)
# These and apologies, which people in comics make, too. Only where no answer could be read.
_REFUSALS = re.compile(
    _OUTRIGHT + r"|\bi(?:'m| am) sorry,? but"
    r"|tut mir leid|ich kann (?:\w+ ){0,6}nicht\b|kann ich (?:\w+ ){0,3}kein"
    r"|kann ich (?:\w+ ){0,3}nicht\b"
    r"|lo siento|no puedo|me es imposible|désolée?|je ne (?:peux|suis) pas"
    r"|je ne suis pas en mesure"
    r"|desculpe|sinto muito|não posso|não consigo|mi dispiace|non posso|non sono in grado"
    r"|извините|простите|к сожалению|не могу|не в состоянии|抱歉|对不起|對不起|我?(?:无法|無法"
    r"|不能)"
    r"|申し訳|すみません|見え(?:ない|ません)|죄송|할 수 없|도와드릴 수"
    r"|آسف|عذر[اً]|لا (?:أستطيع|يمكنني)|क्षमा|माफ़|नहीं कर सकत|üzgünüm|przepraszam|nie mogę"
    r"|het spijt me|ik kan (?:\w+ ){0,3}niet|xin lỗi|không thể|maaf",
    re.IGNORECASE,
)


def declines(text: str) -> bool:
    """Whether a plain text that holds no answer says that none will be given.

    Only its beginning counts: "I cannot tell these two apart" deep inside an analysis is doubt.

    >>> declines("I'm sorry, but I can't help with that."), declines("The dog runs away.")
    (True, False)
    """
    return _REFUSALS.search(text[:300]) is not None


def declines_outright(text: str) -> bool:
    """Whether a plain text says that no answer will be given, and not only that somebody is sorry.

    >>> declines_outright("I cannot assist with that request."), declines_outright("He is sorry.")
    (True, False)
    """
    return re.search(_OUTRIGHT, text[:300], re.IGNORECASE) is not None


# "The answer is B. Wait, …": what was declared is withdrawn, and nothing took its place.
_RETRACTION = re.compile(
    r"(?:^|[.!?\n\"'] ?)(?:oh,? |no,? |but |hmm+,? )?"
    r"(?:wait|hold on|hmm+|scratch that|on second thoughts?|let me (?:re|double|think|look)\w*"
    r"|that(?:'s| is| was| can(?:'t|not) be) (?:wrong|not right|incorrect|right\?)"
    r"|i (?:was|am) wrong|i made a mistake|actually, (?:no|that|i|let)|no, that)\b",
    re.IGNORECASE,
)


def retracted(rest: str) -> bool:
    """Whether the words after a declared answer take it back.

    >>> retracted(". Wait, that is wrong"), retracted(" because they wait for the bus.")
    (True, False)
    """
    return _RETRACTION.search(rest[:20_000]) is not None

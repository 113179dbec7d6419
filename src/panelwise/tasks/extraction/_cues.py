"""The words that make something an answer, or take that back, in the languages that models write.

Source: specification 7.0 ("answer is: X", last match). Text has been through ``plain`` before.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What a ladder made of a text.

    Attributes:
        answer: what was read; ``None`` when nothing could be.
        rule: the rung that decided.
        reason: why nothing was read.
        unclear: nothing that could be an answer was found, or several things.
        final: declared, or standing alone: an answer that needs no rest of the text.
        printed: the numbers as printed, also when they are no possible answer.
    """

    answer: T | None
    rule: str | None = None
    reason: str | None = None
    final: bool = False
    printed: tuple[int, ...] = ()
    unclear: bool = False


_KIND = (
    r"(?:final|correct|right|proper|true|actual|chronological|logical|best|my|story|narrative"
    r"|reading|reordered|rearranged|reconstructed|restored|sorted|corrected|likely|plausible"
    r"|appropriate|accurate|suitable|predicted|missing)"
)
# "Answer" in languages of the Latin script, and in others.
_ANSWER = (
    r"(?:answer|solution|conclusion|antwort|lösung|(?:bonne )?réponse|respuesta|resposta|risposta"
    r"|antwoord|odpowiedź|odpověď|odpoveď|cevap|jawaban\w*|svaret?|vastaus|răspunsul?|válasz"
    r"|odgovor)(?: (?:final|finale|correcta|correcte|correta|corretta|giusta))?\b|câu trả lời"
)
_ANSWER_ELSEWHERE = (
    r"\bответ\b|\bвідповідь\b|\bотговор\b|đáp án|答案|答え|回答|解答|正解|정답|답변?(?=은|:| )"
    r"|الإجابة(?: الصحيحة)?|الجواب|پاسخ|جواب|उत्तर|सही (?:उत्तर|जवाब)|απάντηση|תשובה|คำตอบ|উত্তর"
    r"|பதில்"
)
# A list of numbers is much evidence, so "correct order" may be followed by almost anything.
_ORDER = (
    rf"{_KIND},? (?:\w+,? ){{0,3}}?(?:answer|order(?:ing)?|sequence|arrangement|list|permutation"
    r"|result|flow|progression|version)\b"
    r"|(?:the|an?|is) (?:order(?:ing)?|sequence|arrangement)(?= (?:is|would|should|must)\b| ?[:=])"
    r"|(?:(?:correct_|final_|panel_)?order|ordering|sequence|(?:final_)?answer|result|list|output"
    r"|permutation|prediction|sorted_panels|panels|frames)[\"']?(?= ?[:=])"
    r"|i(?:'d| would|'ll| will)? (?:go with|choose|pick|say|order them(?: as)?|answer|opt for)\b"
    r"|(?:richtige|korrekte|chronologische) \w*(?:reihenfolge|abfolge|sequenz)\b|bon ordre\b"
    r"|(?:l'|le) ?ordre (?:correct|chronologique|exact|est)\b|juiste volgorde\b"
    r"|orden (?:correcto|cronológico|final)\b|ordem (?:correta|cronológica|certa)\b"
    r"|ordine (?:corretto|giusto|cronologico)\b|doğru sıra\w*|thứ tự đúng|helyes sorrend\b"
    r"|(?:secuencia correcta|sequência correta|sequenza corretta|ordinea corectă)\b"
    r"|(?:prawidłowa|poprawna|właściwa) kolejność\b|urutan yang (?:benar|tepat)\b"
    r"|(?:rätt|korrekt|riktige?|rigtige?) (?:ordning(?:en)?|rekkefølge|rækkefølge)\b"
    r"|(?:oikea järjestys|správné pořadí|správne poradie|točan redoslijed)\b"
)
_ORDER_ELSEWHERE = (
    r"\bправильн\w+ (?:порядок|последовательность)\b|\bправилният ред\b|σωστή σειρά"
    r"|正[确確]的?(?:顺序|順序|排序|排列|次序)|最[终終](?:顺序|順序)"
    r"|正しい(?:順番|順序|並び順?|並べ方|順)|(?:올바른|정확한|맞는) (?:순서|배열)"
    r"|الترتيب الصحيح|التسلسل الصحيح|ترتیب (?:درست|صحیح)|הסדר הנכון|सही क्रम|ลำดับที่ถูกต้อง"
    r"|সঠিক ক্রম|சரியான வரிசை"
)
# For a letter the word must mean an answer, not one of the things to choose from.
_OPTION = (
    rf"{_KIND},? (?:\w+,? ){{0,3}}?(?:answer|option|choice|one|panel|sequence|order|ordering"
    r"|response|selection|description|statement|match|interpretation|letter|frame|caption|text)\b"
    r"|(?:option|choice|letter|selection)(?= ?:)|(?:final_answer|correct_option|correct_answer)\b"
    r"|richtig ist\b|(?:richtige|korrekte) (?:antwort|option)\b|(?:bonne|l') ?option\b"
    r"|opción correcta\b|(?:opção|alternativa) correta\b|opzione corretta\b"
    r"|doğru (?:cevap|seçenek|yanıt)\b"
)
_OPTION_ELSEWHERE = (
    r"\bправильн\w+ (?:ответ|вариант)\b|正[确確](?:答案|选项|選項)|应?该?选择?(?=[ :]?[A-Z])|应選"
    r"|選択肢(?=は)|(?:올바른|정확한) (?:답|선택지)|सही विकल्प"
)
_OPTION_KEY = (
    r"[\"'](?:option|choice|label|letter|selection|prediction|pred|result|response|output|answer"
    r"|final_answer|correct_option)[\"'](?= ?[:=])"
)


def _cue(latin: str, elsewhere: str, key: str = r"(?!)") -> re.Pattern[str]:
    """One pattern that tries its words only where a word, or another script, begins.

    That is several times faster than as many words with a boundary each. Texts come after NFKC,
    which takes some letters apart (Thai "ำ"), so the words do, too.
    """
    pattern = (
        rf"\b(?=\w)(?:{latin}|{_ANSWER})"
        rf"|(?=[^\x00-\x7f])(?:{elsewhere}|{_ANSWER_ELSEWHERE})|{key}"
    )
    return re.compile(unicodedata.normalize("NFKC", pattern), re.IGNORECASE)


ORDER_CUE = _cue(_ORDER, _ORDER_ELSEWHERE)
OPTION_CUE = _cue(_OPTION, _OPTION_ELSEWHERE, _OPTION_KEY)

# "\b(?=\w)" is where a word begins; "\b" alone is also where one ends, and would try all again.
NEGATION = re.compile(
    r"\b(?=\w)(?:not|isn't|wasn't|aren't|can't|cannot|never|neither|nor|wrong|incorrect|rather than"
    r"|instead of|other than|except|unlike|might|may|could|nicht|kein\w*|pas|não|non|nie|niet)\b"
    r"|\bno (?:es|puede)\b|\bне\b|不是|不应|並非|ではな|じゃな|아니|아닌|ليس|नहीं",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"(?:\b(?=\w)(?:if|whether|unless|assuming|suppose|why|wenn|falls|si|se|если)\b[^,.!?\n]{0,60}"
    r"|\b(?=\w)(?:wrong|incorrect|false|not an?|not the|no|example|sample|least|initial|shuffled"
    r"|given"
    r"|presented|current|input|second|next|other|alternative|runner-up|another)[ :]+"
    r"|\b(?=\w)(?:readers?|people|some|others|many|grader|judge|one|you|they)\b[^.!?\n]{0,20}"
    r"\b(?=\w)(?:think|say|believe|argue|claim|mark)\b[^.!?\n]{0,30})$",
    re.IGNORECASE,
)
_REJECTED_BEFORE = re.compile(
    r"(?:\b(?=\w)(?:not|isn't|cannot be|can't be|couldn't be|so is|nor|neither|although|second best"
    r"|rather than|instead of|other than|unlike|versus|such as"
    r"|for (?:example|instance)|example|sample|format(?:ted)?(?: as| like)?|nicht|statt|pas|не"
    r"|(?:initial|shuffled|given|presented|shown|current|input|wrong|incorrect|provided)"
    r" (?:order|sequence|list|arrangement|as)|(?:elements?|list|format|looks?|written|numbers?,?)"
    r" like(?: this)?)\b|\bif\b[^.;\n]{0,60},|(?:sorted|reversed)\(|\be\.g\.,?|\bvs\.|不是|而不是"
    r"|ではなく)[^\d\[\]\n.;]{0,25}[\[({\"']*$"
    r"|\b(?=\w)(?:alternatives?|drafts?|previously|earlier|shuffled|original|presented|shown|given"
    r"|input|initial)\w*[\"']?(?: ?[:=]| was| had been)\s*[\[( ]*$"
    r"|\b(?=\w)(?:confidence|score|probabilit|count|size|box|region|coordinate|corner|weight"
    r"|length)\w*"
    r"[^\d\[\]\n.;]{0,25}\n?[\[(]?$",
    re.IGNORECASE,
)
_REJECTED_AFTER = re.compile(
    r"[\])}\"']*\?|[\])}\"'.,]*\s*(?:\(?(?:which )?(?:is|was|are|would be|seems|looks|can)(?:n't"
    r"| not|not)"
    r"|\(?(?:which )?(?:is|was|would be|seems|looks) (?:\w+ )?(?:wrong|incorrect|impossible"
    r"|invalid"
    r"|the (?:shown|given|shuffled|presented|initial|current|example|input))"
    r"|(?:is|was) (?:my|the|a|only) (?:\w+ )?(?:second|other|alternative|runner|backup|fallback)"
    r"|(?:would|might|could|may) also|also (?:works?|possible|plausible)|in cycle notation"
    r"|(?:doesn't|does not|cannot|can't|makes no)|\(?(?:in )?reverse|\(?(?:from )?last to first)",
    re.IGNORECASE,
)
_OR = re.compile(
    r"[\])}\"'.,;\s]*(?:\bor\b|\boder\b|\bou\b|\bo\b|\bили\b|或者?|または|もしくは|あるいは|또는"
    r"|혹은"
    r"|\bأو\b|\bया\b|/|\balternatively\b|\bpossibly\b|\bmaybe\b|\bperhaps\b)[^\d\n]{0,40}",
    re.IGNORECASE,
)
REVISION = re.compile(
    r"\b(?=\w)(?:wait|actually|correction|on second thought|hold on|i made a mistake|re-?check\w*"
    r"|reconsider\w*|hmm+|scratch that|revis\w+|instead|corrected|no, )\b",
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    r"\b(?=\w)(?:so|thus|therefore|hence|finally|in conclusion|in the end|better|best|conclude"
    r"|settle"
    r"|i(?:'d| would|'ll| will)? (?:go|choose|pick|say)|final|then|daher|donc|por lo tanto"
    r"|entonces|portanto|quindi|итак|поэтому)\b|所以|因此|よって|したがって|따라서",
    re.IGNORECASE,
)
# Only the last cues can decide; this bounds the work on an answer that is nothing but cues.
_MOST_CUES = 100


def cues(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    """Where the words of each declaration end, last first; doubted ones are left out."""
    for match in list(pattern.finditer(text))[-_MOST_CUES:][::-1]:
        if not _DOUBT.search(text[max(0, match.start() - 80) : match.start()]):
            yield match.end()


def rejected(text: str, start: int, end: int) -> bool:
    """Whether the words round ``text[start:end]`` say that it is not the answer."""
    before, after = text[max(0, start - 70) : start], text[end : end + 60]
    return bool(_REJECTED_BEFORE.search(before) or _REJECTED_AFTER.match(after))


def alternatives(between: str) -> bool:
    """Whether two candidates with ``between`` between them are offered side by side."""
    return len(between) <= 80 and _OR.fullmatch(between.rstrip("[({\"' ")) is not None

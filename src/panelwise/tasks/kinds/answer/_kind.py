"""The kind ``answer``: an open question, answered in one's own words.

Gold: ``{"question", "answers": [the one given, others as right]}``, and ``"pool"`` where the answer
was drawn from a list: the forms of each of its members. An answer: ``{"text"}``. What strings can
say of it is scored at once; ``judge`` is there once somebody has judged the run
(``panelwise judge``). Source: specification 4.1 (MV-2), 7.3, 7.6; AMB-32, AMB-49.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from panelwise.metrics import MetricInfo, anls, normaliser, similarity
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks._plain_words import normalised
from panelwise.tasks.extraction import declines_outright, plain
from panelwise.tasks.forms import Form, FormValues, TextField
from panelwise.tasks.kinds._blind import BlindView, sent_with, words_sent
from panelwise.tasks.kinds._capabilities import OpenAnswer
from panelwise.tasks.kinds._guesses import Guesses, Rule, always, commonest, quoted
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import from_books, language_of
from panelwise.tasks.kinds._settings import JudgeSettings, TextSettings
from panelwise.tasks.kinds.answer._line import OpenLine
from panelwise.tasks.kinds.answer._overlay import overlay
from panelwise.tasks.kinds.answer._pool import PoolForms, member_of, members_named
from panelwise.tasks.kinds.documents import DocumentKind, document, outcome_by
from panelwise.tasks.overlay import Overlay
from panelwise.wording import counted

ANSWERS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "anls", "similarity to the right answer, 0 if more than half differs", label="ANLS"
        ),
        MetricInfo(
            "similarity", "similarity to the right answer, by edit distance", label="Likeness"
        ),
        MetricInfo("exact", "the right answer and nothing else", binary=True, label="Exact answer"),
        MetricInfo(
            "contains",
            "the answer contains the right answer",
            binary=True,
            label="Holds the answer",
        ),
        MetricInfo(
            "named",
            "the answer names the right one of the possible answers and no other; for questions"
            " whose answer was drawn from a pool",
            binary=True,
            label="Right of a pool",
        ),
        MetricInfo(
            "judge",
            "a judge's mark from 1 to 10",
            best=10.0,
            worst=lambda n: 1.0,
            label="Judge's mark (1 to 10)",
        ),
    )
}


TRIED = 5  # single answers; on likeness an answer that is never right could score more
LISTED = 20
COMMONEST = "the commonest right answer to each question"
WHY_NO_RANDOM = (
    "No random chance: an open answer is not drawn from a list, unless its question has a pool of"
    " answers (then chance is 1 ÷ the size of the pool). The best constant answer (one of the most"
    " common right answers, or all of them together) shows what guessing scores."
)
ONLY_A_JUDGE = "No chance level: what a constant answer is worth only the judge can say."


class AnswerKind(DocumentKind):
    """Answers are free text."""

    name = "answer"
    settings = (TextSettings, JudgeSettings)
    line = OpenLine
    headline = "anls"
    presentation = Presentation("words", counted="questions to answer")
    anything = r"\S"  # a balloon may hold nothing but "……!", and who quotes it has answered

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return ANSWERS

    @property
    def empty(self) -> Document:
        """A dash: written out, it is an answer, which an empty text is not."""
        return {"text": "-"}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """All that was said outside reasoning; it is judged as a whole.

        Words that decline are a refusal, unless they are right: somebody in a comic may say them.
        """
        answer: Document = {"text": text.strip()}
        scores = self.score(item, answer, profile)
        if declines_outright(plain(text)) and not (scores["anls"] or scores["contains"]):
            return Parsed("refusal", reason="declines in words")
        return Parsed("ok", answer, "whole")

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """The words; of a gold the answer first given."""
        del item, profile
        content = document(answer)
        return str(content["text"] if "text" in content else content["answers"][0])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Likeness to the nearest right answer, case and the profile's normalisation aside."""
        norm = normaliser(profile.section(TextSettings).normaliser)
        said = norm(document(answer)["text"]).casefold()
        right = [norm(text).casefold() for text in document(item.gold)["answers"]]
        return _named(item, document(answer)["text"]) | {
            "anls": anls(said, right, boundary=profile.section(TextSettings).anls_boundary),
            "similarity": max(similarity(said, text) for text in right),
            "exact": float(said in right),
            "contains": float(any(text in said for text in right if text)),
        }

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing said is nothing right."""
        del profile
        nothing = {"anls": 0.0, "similarity": 0.0, "exact": 0.0, "contains": 0.0}
        return nothing | dict.fromkeys(_named(item, ""), 0.0)

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Of a question with a pool, a random member of it; of others nothing is known."""
        del profile
        pool = _pool(item)
        return {"named": 1 / len(pool)} if pool else {}

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """The commonest right answers, one by one and all at once; no random ones.

        Of questions with a pool also the commonest right answer to each question.
        """
        del profile
        texts = commonest((document(item.gold)["answers"][0] for item in items), LISTED)
        rules = {quoted(text): always({"text": text}) for text in texts[:TRIED]}
        if len(texts) > 1:
            rules[f"the {len(texts)} commonest answers at once"] = always(
                {"text": "; ".join(texts)}
            )
        if any(map(_pool, items)):
            rules[COMMONEST] = _commonest_by_question(items)
        return Guesses(rules, WHY_NO_RANDOM, {"judge": ONLY_A_JUDGE})

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` where the right answer stands in it, ``partial`` where much is alike.

        It needs no judge, because a judge gives a mark and no verdict.
        """
        scores = self.score(item, answer, profile)
        return "correct" if scores["contains"] else outcome_by(scores["anls"], perfect=2.0)

    def to_judge(self, item: Item, answer: Answer | None) -> OpenAnswer:
        """The question, the right answers, and the words."""
        gold = document(item.gold)
        text = None if answer is None else str(document(answer)["text"])
        return OpenAnswer(gold["question"], tuple(gold["answers"]), text)

    def words_of_gold(self, gold: Answer) -> Sequence[str]:
        """Every right answer."""
        right: Sequence[str] = document(gold)["answers"]
        return right

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """None where the question quotes a text of its pages, or the answer is lettered there."""
        gold = document(draft.gold)
        texts = [text for page in draft.pages.values() for text in page.texts or ()]
        lettered = [words.casefold() for text in texts for words in text.contents.values() if words]
        question = str(gold["question"]).casefold()
        answers = [str(answer).casefold() for answer in gold["answers"]]
        about_words = any(
            words in question or any(answer in words or words in answer for answer in answers)
            for words in lettered
        )
        return None if about_words else draft

    def question(self, items: Sequence[Item]) -> str:
        """An answer in free words."""
        asked = f"{counted(len(items), 'question')} {from_books(items)}"
        return f"{asked}, answered in one's own words: what is the answer?"

    def overlay(
        self, item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float]
    ) -> Overlay | None:
        """The question, every right answer, and what was said, if anything was."""
        del scores
        said: Document = answer if isinstance(answer, dict) else {"text": ""}
        return overlay(document(item.gold), said["text"], self.outcome(item, said, profile))

    def answer_form(self, item: Item) -> Form:
        """Words of one's own."""
        return Form((TextField("text", "Your answer", lines=3, language=language_of(item)),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The words."""
        del item, profile
        return {"text": values["text"].strip()}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The words of an answer; of gold the answer first given."""
        return {"text": self.write(item, answer, profile)}

    def blind_view(self, item: Item) -> BlindView | None:
        """Every answer that is right, normalised; chosen from a list only if there is a pool."""
        if not item.rendering.turns:
            return None
        pool = _pool(item)
        right = dict.fromkeys(map(normalised, document(item.gold)["answers"]), 1.0)
        return BlindView(
            sent_with(item, words_sent(item), ()), right, 1 / len(pool) if pool else None
        )

    def blind_answer(self, item: Item, answer: Answer) -> str | None:
        """The words, normalised; the first form of a member of the pool if they name just one."""
        words = self.write(item, answer, RECOMMENDED)
        named = members_named(words, _pool(item))
        return normalised(_pool(item)[named.pop()][0] if len(named) == 1 else words)


def _pool(item: Item) -> PoolForms:
    """The possible answers, each with its forms; empty if the answer was not drawn from a list."""
    pool: PoolForms = document(item.gold).get("pool", ())
    return pool


def _named(item: Item, said: str) -> dict[str, float]:
    """Whether exactly the right member of the pool is named; nothing for a question without one."""
    pool = _pool(item)
    if not pool:
        return {}
    right = member_of(pool, document(item.gold)["answers"][0])
    return {"named": float(members_named(said, pool) == {right})}


def _commonest_by_question(items: Sequence[Item]) -> Rule:
    """The rule that answers each question with what is right most often."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        gold = document(item.gold)
        counts[gold["question"]][gold["answers"][0]] += 1
    best = {question: count.most_common(1)[0][0] for question, count in counts.items()}
    return lambda item: {"text": best[document(item.gold)["question"]]}

"""Task cards: complete for every task, true to the tables, printed in the documentation."""

from pathlib import Path

import pytest

from panelwise.analysis import published_for
from panelwise.benchmarks import BENCHMARKS
from panelwise.errors import UnknownNameError
from panelwise.experiments import task_card, task_cards

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tasks.md"


def test_the_documentation_holds_the_cards_as_they_are_printed():
    assert PAGE.read_text(encoding="utf-8") == task_cards(), "panelwise task > docs/tasks.md"


@pytest.mark.parametrize("name", BENCHMARKS.names())
def test_every_card_says_all_that_it_must(name):
    card = task_card(name)
    text = card.markdown()
    assert card.metrics[0].name == card.task.headline
    assert card.task.traps, "a task without a known trap has not been looked at"
    assert all(f"- {trap}" in text for trap in card.task.traps)
    assert all(prompt in text for pairs in card.wording.values() for prompt, _ in pairs)
    assert card.task.asked in text
    assert card.task.needs in text
    assert card.task.source in text


@pytest.mark.parametrize(
    ("name", "best", "human"),
    [
        ("chromic.chrono_mcq", "0.507 GPT-4o, n = 795 (CHROMIC", "0.679"),
        ("stripcipher.reordering_generation", "32.02 Gemini1.5-Pro, n = 890", "80.00"),
        ("comicvqa.panel_sorting", "46.4 Gemini-Flash-2.5, n = 1000", "88.0"),
    ],
)
def test_printed_figures_stand_on_the_card(name, best, human):
    text = task_card(name).markdown()
    assert best in text
    assert human in text
    assert task_card(name).best == published_for(name).best


def test_chance_of_an_order_is_told_by_its_length():
    text = task_card("stripcipher.reordering_generation").chance
    assert "0.167 for 3" in text
    assert "0.042 for 4" in text
    assert "for the paper's items 0.066 (one of n! orders over Table 8's strips)" in text
    assert "0.250 for 4" in task_card("chromic.panel_reordering").chance  # per panel


def test_an_unknown_task_is_told_with_the_nearest():
    with pytest.raises(UnknownNameError, match=r"did you mean 'chromic\.chrono_mcq'"):
        task_card("chromic.chrono_mqc")

"""Tasks in Inspect AI: the same items, words and pictures as ``evaluate``, and the same scores."""

from __future__ import annotations

import base64
import json

import pytest

from panelwise.analysis import summarise
from panelwise.errors import MissingExtraError, PanelwiseError
from panelwise.evaluation import Run, evaluate
from panelwise.packs import Pack, withhold

pytestmark = pytest.mark.extra
CUT, FILTERED = ("[0, 2, 1", "max_tokens"), ("", "content_filter")


@pytest.fixture
def inspect_ai(monkeypatch, tmp_path):
    found = pytest.importorskip(
        "inspect_ai", reason="needs the extra [inspect], which no make target installs"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    return found


def evaluated(inspect_ai, pack: Pack, answers: dict[str, tuple[str, str]], **arguments):
    """The log of a task whose model says ``answers`` by item; and what it was asked."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    by_words = {item.rendering.text: item.id for item in pack.items()}
    asked = {}

    def say(messages, tools, tool_choice, config):
        words, pictures = [], []
        for message in messages:
            parts = [message.content] if isinstance(message.content, str) else message.content
            for part in parts:
                if getattr(part, "image", None):
                    pictures.append(part.image)
                    words.append(f"[image {len(pictures)}]")
                else:
                    words.append(part if isinstance(part, str) else part.text)
        item = by_words["".join(words)]
        asked[item] = pictures
        text, stop = answers[item]
        output = ModelOutput.from_content("mockllm/model", text, stop_reason=stop)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=say, memoize=False)
    name = arguments.pop("task", "panelwise/pack")
    [log] = inspect_ai.eval(
        name, model=model, task_args={"pack": str(pack.path), **arguments}, log_dir="logs"
    )
    return log, asked


def recorded(pack: Pack, answers: dict[str, tuple[str, str]], folder, **options) -> Run:
    finish = {"stop": "stop", "max_tokens": "length", "content_filter": "content_filter"}
    lines = [
        json.dumps({"id": item, "answer": text, "finish_reason": finish[stop]})
        for item, (text, stop) in answers.items()
    ]
    (folder / "answers.jsonl").write_text("\n".join(lines))
    return evaluate(pack, f"recorded:{folder / 'answers.jsonl'}", out=folder / "ours", **options)


def same_scores(log, run: Run) -> None:
    assert log.status == "success", log.error
    [summary] = summarise(run)
    theirs = {name: one.value for name, one in log.results.scores[0].metrics.items()}
    for name, metric in summary.metrics.items():
        if metric.score.value is not None:
            assert theirs[name] == pytest.approx(metric.score.value)
    assert theirs["low"] == pytest.approx(summary.score.low)
    assert theirs["coverage"] == summary.coverage
    samples = {sample.id: sample.scores["panelwise"] for sample in log.samples}
    for result in run.results():
        assert samples[result.item].metadata["outcome"] == result.outcome
        assert samples[result.item].metadata["scores"] == pytest.approx(result.scores)


def test_orders_with_pictures_score_as_in_evaluate(inspect_ai, place, tmp_path):
    pack = Pack.open(place / "pack")
    said = [(text, "stop") for text in ("[2, 0, 1]", "1 -> 2 -> 0", "[2, 1, 0]", "No idea.")]
    answers = dict(zip((item.id for item in pack.items()), [*said, CUT, FILTERED], strict=True))
    log, asked = evaluated(inspect_ai, pack, answers)
    same_scores(log, recorded(pack, answers, tmp_path))
    for item in pack.items():
        [shown], [entry] = asked[item.id], item.rendering.images
        data = pack.image_path(entry.sha256).read_bytes()
        assert shown.endswith(f"{entry.sha256}.png") or base64.b64encode(data).decode() in shown


@pytest.mark.parametrize(
    "options",
    [{}, {"profile": "paper"}, {"settings": {"scoring.invalid_policy": "valid_only"}}],
)
def test_choices_score_as_in_evaluate(inspect_ai, mixed_pack, tmp_path, options):
    said = ("A", "Answer: B", "(C)", "Perhaps.", "A", "B", "C", "", "way A of 8")
    answers = {item.id: (text, "stop") for item, text in zip(mixed_pack.items(), said, strict=True)}
    log, _ = evaluated(inspect_ai, mixed_pack, answers, **options)
    same_scores(log, recorded(mixed_pack, answers, tmp_path, **options))


def test_a_task_of_a_paper_is_found_by_its_name(inspect_ai, pack_of, tmp_path):
    pack = pack_of("chromic.panel_reordering")
    answers = {item.id: (str(list(range(1, item.n + 1))), "stop") for item in pack.items()}
    log, _ = evaluated(inspect_ai, pack, answers, task="panelwise/chromic.panel_reordering")
    same_scores(log, recorded(pack, answers, tmp_path))


def test_mistakes_are_one_line(inspect_ai, mixed_pack, tmp_path):
    from panelwise.bridges import inspect_task

    public = withhold(mixed_pack, tmp_path / "public", tmp_path / "key").public.path
    for arguments, said in (
        ({"name": "pack"}, "give a pack or comics"),
        ({"name": "pack", "comics": "x"}, "comics alone name no task"),
        ({"name": "chromic.panel_reordering", "pack": str(mixed_pack.path)}, "not of chromic"),
        ({"name": "pack", "pack": str(public)}, "withheld"),
    ):
        with pytest.raises(PanelwiseError, match=said) as error:
            inspect_task(**arguments)
        assert "\n" not in str(error.value)


def test_without_inspect_the_extra_is_named(mixed_pack, monkeypatch):
    import sys

    from panelwise.bridges import inspect_task

    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    with pytest.raises(MissingExtraError, match="needs the extra 'inspect'"):
        inspect_task("pack", pack=str(mixed_pack.path))

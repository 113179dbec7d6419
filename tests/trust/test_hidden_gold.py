"""A hidden test set gives nothing away, can be run by anybody, and is scored by its holder."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import pickle
import random
import stat
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import orjson
import pytest
from scipy.stats import chi2_contingency, kruskal

from panelwise.analysis import summarise
from panelwise.cli import run as panelwise
from panelwise.errors import InputError, UnavailableError, UserError
from panelwise.evaluation import Run, evaluate, score_submission
from panelwise.packs import Made, Pack, withhold, write_pack
from panelwise.packs.exchange import export_pack
from panelwise.report import write_report
from panelwise.tasks import WITHHELD, ImageEntry, Item, Option, Rendering, SourcePage, Turn
from panelwise.trust import verify

SALT = "5a" * 32
TASKS = ("chromic.panel_reordering", "comicvqa.missing_panel", "comix.detection")


def telling(number: int, right: int) -> Made:
    """An item in which everything but what is sent says what is right."""
    images = {}
    for place in range(4):
        data = f"{number} {place}".encode()
        entry = ImageEntry(
            sha256=hashlib.sha256(data).hexdigest(),
            pixels=hashlib.sha256(data + b"p").hexdigest(),
            width=8,
            height=8,
            media_type="image/png",
            size=8,
            recipe={"kind": "crop", "box": [right, 0, 8, 8]},
        )
        images[place] = (entry, data)
    listed = sorted(images, key=lambda place: (place - right) % 4)  # the right one first
    turn = tuple(listed.index(place) for place in range(4))
    item = Item(
        id=f"book{right}/{number:03d}-{right}",
        task="test.choice",
        kind="choice",
        n=4,
        rendering=Rendering(
            (Turn("user", (*turn, "Which one is right?")),),
            tuple(images[place][0] for place in listed),
            "test/1",
        ),
        gold=right,
        sources=(SourcePage(f"book{right}", f"p{number}", f"{right}.png", "0" * 64),),
        options=tuple(Option("ABCD"[k], image=listed.index(k)) for k in range(4)),
        example=(right,),
        meta={"right": right, "kind_of_error": f"error {right}"},
    )
    return Made(item, {entry.sha256: data for entry, data in images.values()})


@pytest.fixture(scope="module")
def leaky(tmp_path_factory) -> Pack:
    """A hundred and twenty items, sorted by what is right."""
    rights = sorted(random.Random(3).choices(range(4), k=120))
    made = [telling(number, right) for number, right in enumerate(rights)]
    manifest = {"task": "test.choice", "seed": 7, "title": "A test", "excluded": {"right": rights}}
    folder = tmp_path_factory.mktemp("leaky")
    return write_pack(folder / "pack", made, manifest, "{guessing}")


@pytest.fixture(scope="module")
def hidden(leaky, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hidden")
    return withhold(leaky, folder / "public", folder / "gold.key", salt=SALT)


def facts_of(pack: Pack) -> dict[str, list[object]]:
    """Every value in every column of a pack, item by item, and where the item stands."""
    found: dict[str, list[object]] = defaultdict(list)
    rows = pack.to_arrow().to_pylist()
    for number, row in enumerate(rows):
        flat = {"position": number, **flattened(row, "")}
        for name in {*found, *flat}:
            found[name] += [None] * (number - len(found[name])) + [flat.get(name)]
    return {name: values + [None] * (len(rows) - len(values)) for name, values in found.items()}


def flattened(value: object, name: str) -> dict[str, object]:
    if isinstance(value, str) and value[:1] in "[{":
        with suppress(json.JSONDecodeError):
            value = json.loads(value)
    if isinstance(value, dict):
        value = list(value.items())
        return {k: v for key, part in value for k, v in flattened(part, f"{name}.{key}").items()}
    if isinstance(value, list):
        parts = {"#": len(value)} | dict(enumerate(value))
        pairs = [flattened(part, f"{name}.{key}") for key, part in parts.items()]
        return {k: v for pair in pairs for k, v in pair.items()}
    return {name: value}


def p_of(values: list[object], gold: list[int]) -> float:
    """How likely a column goes with the right answers as it does by accident."""
    kinds = sorted(set(map(str, values)))
    if len(kinds) < 2:
        return 1.0
    if len(kinds) <= 20:
        table = [[0] * 4 for _ in kinds]
        for value, right in zip(values, gold, strict=True):
            table[kinds.index(str(value))][right] += 1
        return float(chi2_contingency(table).pvalue)
    ranks = {kind: place for place, kind in enumerate(kinds)}
    numbers = [v if isinstance(v, int | float) else ranks[str(v)] for v in values]
    groups = [[n for n, g in zip(numbers, gold, strict=True) if g == right] for right in range(4)]
    return float(kruskal(*groups).pvalue)


def test_nothing_in_the_public_pack_goes_with_what_is_right(leaky, hidden):
    """An adversary who tries every column, in the pack with and in the pack without."""
    by_id = {item.id: item.gold for item in leaky.items()}
    leaks = {k for k, v in facts_of(leaky).items() if p_of(v, list(by_id.values())) < 1e-9}
    assert {".id", "position", ".meta.right", ".book", ".gold.0", ".example.0"} <= leaks
    assert any("box" in name for name in leaks)
    assert any(name.startswith(".rendering.turns") for name in leaks)
    key = json.loads(hidden.key.read_text())["items"]
    gold = [by_id[key[item.id]] for item in hidden.public.items()]
    facts = facts_of(hidden.public)
    p = {name: p_of(values, gold) for name, values in facts.items()}
    assert min(p.values()) > 0.01 / len(p), sorted(p.items(), key=lambda one: one[1])[:3]


def test_no_file_of_the_public_pack_says_what_is_withheld(leaky, hidden):
    whole = b"".join(path.read_bytes() for path in hidden.public.path.rglob("*") if path.is_file())
    rows = orjson.dumps(hidden.public.to_arrow().to_pylist())
    for item in leaky.items():
        assert item.id.encode() not in whole + rows
    for secret in (leaky.hash, SALT, "book1", "kind_of_error", "error 1", "seed", "excluded"):
        assert secret.encode() not in whole + rows
    assert set(hidden.public.manifest) <= {
        *("schema_version", "items", "hash", "images", "books", "findings", "withheld"),
        *("task", "kind", "title", "headline", "profile", "prompts"),
    }
    assert sorted(path.name for path in hidden.public.path.iterdir()) == [
        *("README.md", "images", "items.parquet", "manifest.json"),
    ]


def test_the_pictures_and_words_are_those_of_the_pack(leaky, hidden):
    key = json.loads(hidden.key.read_text())["items"]
    for item in hidden.public.items()[:20]:
        ours, theirs = leaky.messages(leaky.item(key[item.id])), hidden.public.messages(item)
        shown = [[getattr(part, "sha256", part) for part in turn.parts] for turn in ours]
        assert shown == [[getattr(part, "sha256", part) for part in turn.parts] for turn in theirs]
        assert list(range(4)) == [p for p in item.rendering.turns[0].parts if isinstance(p, int)]


@pytest.mark.parametrize("task", TASKS)
def test_packs_of_the_papers_tasks_say_nothing_of_their_pages(pack_of, task, tmp_path):
    pack = pack_of(task)
    public = withhold(pack, tmp_path / "public", tmp_path / "key").public
    text = orjson.dumps(public.to_arrow().drop_columns(["rendering", "single_image"]).to_pylist())
    text += (tmp_path / "public/manifest.json").read_bytes()
    for item in pack.items():
        for secret in (item.id, item.book, *(s.path for s in item.sources)):
            assert secret.encode() not in text
    for item in public.items():
        for rendering in (item.rendering, item.single_image or item.rendering):
            assert {str(image.recipe) for image in rendering.images} <= {"{'kind': 'withheld'}"}
        assert item.n == 0 or item.kind != "detection"
        assert (item.sources, item.meta, item.example) == ((), {}, None)


@pytest.mark.parametrize(
    "use",
    [
        lambda gold: gold["texts"],
        len,
        list,
        bool,
        lambda gold: gold == 1,
        lambda gold: 1 in gold,
        lambda gold: gold.get("a"),
        lambda gold: {**gold},
        lambda gold: gold.items(),
    ],
)
def test_any_use_of_a_withheld_answer_fails(use):
    with pytest.raises(UnavailableError, match="withheld"):
        use(WITHHELD)
    assert pickle.loads(pickle.dumps(WITHHELD)) is WITHHELD


def public_of(pack: Pack, folder: Path):
    return withhold(pack, folder / "public", folder / "gold.key")


def test_a_key_is_not_written_into_the_pack_that_is_published(leaky, tmp_path):
    with pytest.raises(InputError, match="is inside"):
        withhold(leaky, tmp_path / "public", tmp_path / "public" / "key")
    assert not (tmp_path / "public").exists()


def answers_for(pack: Pack, path: Path, key: dict[str, str] | None = None) -> Path:
    """Right, wrong, unreadable and empty answers by turns, by the pack's own or by public ids."""
    names = {original: public for public, original in (key or {}).items()}
    lines = []
    for number, item in enumerate(pack.items()):
        right = item.options[item.gold].label
        said = (f"Answer: {right}", "Answer: A", "I do not know.", "", f"({right})")[number % 5]
        line = {"id": names.get(item.id, item.id), "answer": said}
        if number == 7:
            line |= {"answer": "", "refusal": "no"}
        lines.append(orjson.dumps(line))
    path.write_bytes(b"\n".join(lines))
    return path


def figures(run: Run) -> list[dict]:
    found = [dataclasses.asdict(summary) for summary in summarise(run)]
    for one in found:
        del one["run"], one["model"], one["mean_latency"]
    return found


@pytest.fixture
def sent(mixed_pack, tmp_path):
    """A normal run; the hidden test set; a run of the same answers on its public pack."""
    done = public_of(mixed_pack, tmp_path)
    key = json.loads(done.key.read_text())["items"]
    normal = evaluate(
        mixed_pack, f"recorded:{answers_for(mixed_pack, tmp_path / 'a.jsonl')}", out=tmp_path / "n"
    )
    theirs = answers_for(mixed_pack, tmp_path / "b.jsonl", key)
    run = evaluate(done.public, f"recorded:{theirs}", out=tmp_path / "theirs")
    return normal, done, run, theirs


def test_a_run_on_the_public_pack_has_no_score_not_even_0(sent, tmp_path, capsys):
    _, done, run, theirs = sent
    assert {result.outcome for result in run.results()} == {"unscored", "no_answer", "refused"}
    assert all(result.scores == {} and result.answer is None for result in run.results())
    for refused in (
        lambda: summarise(run),
        lambda: write_report([run], tmp_path / "report"),
        lambda: export_pack(done.public, "huggingface", tmp_path / "hf"),
        lambda: evaluate(done.public, "baseline:oracle", out=tmp_path / "oracle"),
    ):
        with pytest.raises(UnavailableError, match="withheld"):
            refused()
    for argv in (["errors", str(run.path)], ["cutoff", str(run.path), "--date", "2023"]):
        assert panelwise(argv) == 2
        assert f"{run.path}: the right answers of" in capsys.readouterr().err
    assert panelwise(["shortcuts", str(done.public.path)]) == 2
    assert "its right answers are withheld" in capsys.readouterr().err
    table = run.to_arrow().to_pylist()
    assert {row["score"] for row in table} == {row["gold"] for row in table} == {None}
    price = ["--dry-run", "--model", "http://127.0.0.1:9/v1#m"]
    assert panelwise(["evaluate", str(done.public.path), *price]) == 0
    assert "9 requests" in capsys.readouterr().out
    argv = ["evaluate", str(done.public.path), "--model", f"recorded:{theirs}"]
    assert panelwise([*argv, "--out", str(tmp_path / "again")]) == 0
    said = capsys.readouterr()
    assert "not scored, because the right answers are withheld: unscored 6" in said.err
    assert said.out == ""
    assert panelwise(["show", str(done.public.path), "--item", done.public.items()[0].id]) == 0
    assert "right     withheld" in capsys.readouterr().out
    assert verify(run.path).holds


def test_the_holders_figures_are_those_of_a_normal_run(sent, mixed_pack, tmp_path):
    normal, done, run, theirs = sent
    for number, submission in enumerate((run.path, theirs)):
        scored = score_submission(submission, mixed_pack, done.key, tmp_path / f"s{number}")
        assert figures(scored) == figures(normal)
        assert verify(scored.path).differences == ()
        rows = {r.item: (r.outcome, r.scores, r.answer, r.response) for r in normal.results()}
        assert rows == {
            r.item: (r.outcome, r.scores, r.answer, r.response) for r in scored.results()
        }


def test_the_commands(mixed_pack, tmp_path, capsys):
    public, key = str(tmp_path / "p"), str(tmp_path / "k")
    assert panelwise(["withhold", str(mixed_pack.path), "--out", public, "--key", key]) == 0
    assert stat.S_IMODE(Path(key).stat().st_mode) == 0o600
    names = json.loads(Path(key).read_text())["items"]
    theirs = answers_for(mixed_pack, tmp_path / "a.jsonl", names)
    capsys.readouterr()
    argv = ["score-hidden", str(theirs), "--pack", str(mixed_pack.path), "--key", key]
    assert panelwise([*argv, "--out", str(tmp_path / "s"), "--json"]) == 0
    [task] = json.loads(capsys.readouterr().out)["tasks"]
    assert task["n"] == 9
    assert panelwise([*argv, "--out", str(tmp_path / "s")]) == 2


def test_what_is_wrong_with_a_submission_is_named(sent, mixed_pack, leaky, tmp_path):
    _, done, _, theirs = sent
    lines = theirs.read_bytes().splitlines()
    first = json.loads(lines[0])["id"]

    def refusal(data: list[bytes], pack=mixed_pack, **options) -> str:
        path = tmp_path / "sent.jsonl"
        path.write_bytes(b"\n".join(data))
        with pytest.raises(InputError) as error:
            score_submission(path, pack, done.key, tmp_path / "out", **options)
        return str(error.value)

    assert f"no answer to 1 of 9 items: '{first}'" in refusal(lines[1:])
    assert f"both answer '{first}'" in refusal([*lines, lines[0]])
    other = {"id": first, "pack": done.public.hash, "answer": "B"}
    assert f"two answers to '{first}'" in refusal([*lines, orjson.dumps(other)])
    assert "answers 'nobody'" in refusal([*lines, b'{"id": "nobody", "answer": "A"}'])
    assert "of pack ffff" in refusal([orjson.dumps({"id": first, "answer": "A", "pack": "f" * 64})])
    assert "give the pack that was withheld" in refusal(lines, pack=leaky)
    key = json.loads(done.key.read_text())
    done.key.write_text(json.dumps(key | {"commitment": "0" * 64}))
    assert "its commitment is not that of" in refusal(lines)


def test_a_run_on_another_or_a_changed_pack_is_named(sent, mixed_pack, hidden, tmp_path):
    normal, done, _, theirs = sent
    with pytest.raises(InputError, match="it is another pack"):
        score_submission(normal.path, mixed_pack, done.key, tmp_path / "out")
    # The same ids, other words.
    items = [
        dataclasses.replace(
            item, rendering=dataclasses.replace(item.rendering, turns=(Turn("user", ("A!",)),))
        )
        for item in done.public.items()
    ]
    from panelwise.packs._pack import content_hash, write_items, write_manifest

    changed = tmp_path / "changed"
    changed.mkdir()
    write_items(changed, items)
    write_manifest(changed, done.public.manifest | {"hash": content_hash(items)})
    other = evaluate(changed, f"recorded:{theirs}", out=tmp_path / "other")
    with pytest.raises(InputError, match="its items were changed"):
        score_submission(other.path, mixed_pack, done.key, tmp_path / "out")


def test_missing_answers_count_as_unanswered_when_that_is_allowed(sent, mixed_pack, tmp_path):
    _, done, _, theirs = sent
    theirs.write_bytes(b"\n".join(theirs.read_bytes().splitlines()[1:]))
    scored = score_submission(theirs, mixed_pack, done.key, tmp_path / "out", allow_missing=True)
    assert sum(result.error == "no answer was submitted" for result in scored.results()) == 1
    assert len(list(scored.results())) == 9


def test_a_public_pack_is_not_withheld_twice_and_a_key_not_overwritten(mixed_pack, tmp_path):
    done = public_of(mixed_pack, tmp_path)
    with pytest.raises(InputError, match="no right answers to withhold"):
        withhold(done.public, tmp_path / "p2", tmp_path / "k2")
    with pytest.raises(InputError, match="exists already"):
        withhold(mixed_pack, tmp_path / "p2", done.key)


def test_a_key_that_cannot_be_written_leaves_no_public_pack(mixed_pack, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UserError):
        withhold(mixed_pack, tmp_path / "public", tmp_path / "file" / "gold.key")
    assert not (tmp_path / "public").exists()

"""Profile ``paper`` on text spotting: the released parser and scorer, restated from scratch.

The restatement shares no code with the package: its own patterns, normalisation, filter, overlap,
matching and edit distance. Source: specification MV-9 to MV-11, 7.4; AMB-26 to AMB-29.
"""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from document_items import item, result_of
from panelwise.analysis import RunData, summarise
from panelwise.benchmarks import PAPERS
from panelwise.profile import RECOMMENDED
from panelwise.tasks import outcome_of, read_response

PAPER = PAPERS["mangavqa"]
SIZE = [100, 80]


def released_parser(text: str) -> list[tuple[list[int], str]]:
    text = text.replace('\\"', '"')
    texts = []
    for block in re.findall(r"\n\t\{.*?\}", text, flags=re.DOTALL):
        box = re.search(r'"bbox_2d"\s*:\s*\[([^\]]+)\]', block)
        content = re.search(r'"text_content"\s*:\s*"([^"]*)"', block)
        numbers = integers(box[1].split(",")) if box else []
        if len(numbers) == 4 and content:
            texts.append((numbers, content[1]))
    return texts


def integers(parts: list[str]) -> list[int]:
    try:
        return [int(part) for part in parts]
    except ValueError:
        return []


def released_normaliser(text: str) -> str:
    text = re.sub(r"[\s\u3000]", "", text)
    text = re.sub(r"[~～〜\-ー]+", lambda run: run.group()[0], text)
    for old, new in (
        *(("～", "~"), ("〜", "~"), ("ー", "-"), ("！", "!"), ("？", "?")),
        *(("…", "..."), ("･", "・"), (".", "・")),
    ):
        text = text.replace(old, new)
    return text


def edit_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def area(box: list[int]) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def iou(a: list[int], b: list[int]) -> float:
    shared = area([max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])])
    return shared / (area(a) + area(b) - shared)


def upright(box: list[int]) -> list[int]:
    x0, y0, x1, y1 = box
    return [min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)]


def released_scorer(pages: list[tuple[list, str]]) -> dict[str, float | None]:
    """Detection and end-to-end P, R and Hmean over a data set of (gold, raw output)."""
    hits, alike, gold_count, found_count = 0, 0.0, 0, 0
    for gold, raw in pages:
        found = [(upright(box), released_normaliser(text)) for box, text in released_parser(raw)]
        found = [(box, text) for box, text in found if area(box)]
        every = [text for _, text in found]
        found = [(box, text) for box, text in found if every.count(text) < 10]
        gold_count += len(gold)
        found_count += len(found)
        used = set()
        for box, text in gold:
            wanted = released_normaliser(text)
            for k, (other, read) in enumerate(found):
                if k not in used and iou(box, other) > 0.5:
                    used.add(k)
                    hits += 1
                    longest = max(len(wanted), len(read))
                    alike += 1 - edit_distance(wanted, read) / longest if longest else 1
                    break

    def rate(part: float, whole: int) -> float | None:
        return part / whole if whole else None

    both = gold_count + found_count
    return {
        "detection_precision": rate(hits, found_count),
        "detection_recall": rate(hits, gold_count),
        "detection_hmean": rate(2 * hits, both),
        "e2e_precision_ned": rate(alike, found_count),
        "e2e_recall_ned": rate(alike, gold_count),
        "e2e_hmean_ned": rate(2 * alike, both),
    }


def figures(pages: list[tuple[list, str]], profile) -> dict[str, float | None]:
    """What the analysis says of the same pages."""
    items, results = [], []
    for k, (gold, raw) in enumerate(pages):
        texts = [{"box": box, "text": text, "class": "dialogue"} for box, text in gold]
        one = item("spotting", {"size": SIZE, "texts": texts}, f"page {k}", f"book {k % 2}")
        items.append(one)
        results.append(result_of(one, raw, profile))
    [summary] = summarise(RunData("run", "model", profile, {"pack": items}, results))
    assert summary.n == len(pages)
    return {name: metric.headline.value for name, metric in summary.metrics.items()}


SIGNS = "アドン～〜~ー-！!？…・.･ 　ab"
lettering = st.text(SIGNS, max_size=6)
corner = st.integers(0, 12)
places = st.tuples(corner, corner, st.integers(6, 20), st.integers(6, 20)).map(
    lambda place: [place[0], place[1], place[0] + place[2], place[1] + place[3]]
)
golds = st.lists(st.tuples(places, lettering.filter(lambda t: t != "###")), max_size=4)


@st.composite
def raw_outputs(draw, gold):
    """Well- and ill-formed lists, some of them in the neighbourhood of gold, some in a loop."""
    blocks = []
    near = [box for box, _ in gold] or [[0, 0, 9, 9]]
    for _ in range(draw(st.integers(0, 5))):
        box = draw(st.sampled_from(near) | places)
        box = [number + draw(st.integers(-2, 2)) for number in box]
        text = draw(st.sampled_from([text for _, text in gold] or ["a"]) | lettering)
        block = json.dumps({"bbox_2d": box, "text_content": text}, ensure_ascii=False)
        damage = draw(
            st.sampled_from(
                [
                    *(["whole"] * 6),
                    *("quote", "braces", "cut", "float", "no tab", "escaped", "swapped"),
                    *("spaced", "signed", "three numbers"),
                ]
            )
        )
        block = {
            "whole": block,
            "quote": block.replace(': "', ': "a\\"b'),
            "braces": block.replace(': "', ': "a}b{'),
            "cut": block[: draw(st.integers(1, len(block)))],
            "float": block.replace(f"[{box[0]},", f"[{box[0]}.5,"),
            "no tab": block,
            "escaped": block.replace('"', '\\"'),
            "spaced": block.replace('":', '" \n:'),
            "signed": block.replace("[", "[ +0"),
            "three numbers": '{"bbox_2d": [0, 0, 9],' + block[1:],
            "swapped": json.dumps(
                {"text_content": text, "bbox_2d": box[2:] + box[:2]}, ensure_ascii=False
            ),
        }[damage]
        times = draw(st.sampled_from([1, 1, 1, 1, 9, 10, 11]))
        blocks += [("\n" if damage == "no tab" else "\n\t") + block] * times
    return draw(st.sampled_from(["[", "```json\n[", ""])) + ",".join(blocks) + "\n]"


@st.composite
def data_sets(draw):
    pages = []
    for _ in range(draw(st.integers(1, 4))):
        gold = draw(golds)
        pages.append((gold, draw(raw_outputs(gold))))
    return pages


@given(data_sets())
@settings(max_examples=60)
def test_the_released_parser_restated(pages):
    for gold, raw in pages:
        page = item("spotting", {"size": SIZE, "texts": []})
        del gold
        parsed = read_response(page, raw, profile=PAPER)
        expected = released_parser(raw)
        if not re.search(r"\w|\[", raw):
            assert (parsed.status, expected) == ("empty", [])
            continue
        assert [(text["box"], text["text"]) for text in parsed.answer["texts"]] == expected
        blocks = len(re.findall(r"\n\t\{.*?\}", raw.replace('\\"', '"'), re.DOTALL))
        assert parsed.answer["discarded"] >= blocks - len(expected)
        assert (parsed.status == "ok") == (parsed.answer["discarded"] == 0)


rubble = st.sampled_from(
    [
        *'\n\t{}[]",:\\ 12-ア',
        '"bbox_2d": ',
        '"bbox_2d" :',
        "[+1, 2_0, 3, 4]",
        '"text_content": "',
        "[1, 2, 3, 4]",
        "\n\t{",
        '\\"',
        "٣",
    ]
)


@given(st.lists(rubble, max_size=60).map("".join))
@settings(max_examples=150)
def test_the_released_parser_restated_on_rubble(raw):
    page = item("spotting", {"size": SIZE, "texts": []})
    parsed = read_response(page, raw, profile=PAPER)
    if parsed.answer is not None:
        read = [(text["box"], text["text"]) for text in parsed.answer["texts"]]
        assert read == released_parser(raw)


@given(data_sets())
@settings(max_examples=60)
def test_the_released_scorer_restated(pages):
    ours = figures(pages, PAPER)
    for name, value in released_scorer(pages).items():
        if value is None:
            assert ours[name] is None
        else:
            assert ours[name] == pytest.approx(value, abs=1e-12), name


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ('\n\t{"bbox_2d": [0, 0, 20,\n\t{"bbox_2d": [40, 0, 60, 20], "text_content": "pear"}', []),
        ('\n\t{"bbox_2d": [0, 0, 20], "bbox_2d": [0, 0, 20, 20], "text_content": "pear"}', []),
        ('\n\t{"bbox_2d" : [0, 0, 9, 9], "text_content" : "pear"}', [0, 0, 9, 9]),
        ('\n\t{"bbox_2d": [+4, 0, 1_0, 9], "text_content": "pear"}', [4, 0, 10, 9]),
        ('\n\t{"bbox_2d": [1.0, 0, 9, 9], "text_content": "pear"}', []),
    ],
)
def test_what_the_released_parser_itself_read_when_it_was_run(raw, read):
    """Outputs of MangaLMM's evaluation/inference_OCR.py (d477a1c), executed on these strings."""
    parsed = read_response(item("spotting", {"size": SIZE, "texts": []}), raw, profile=PAPER)
    assert [text["box"] for text in parsed.answer["texts"]] == ([read] if read else [])


def test_a_box_without_area_is_dropped_as_released_and_a_false_alarm_otherwise():
    said = written(*GOLD, ([5, 5, 5, 30], "plum"))
    assert figures([(GOLD, said)], PAPER)["detection_precision"] == 1
    assert figures([(GOLD, said)], RECOMMENDED)["detection_precision"] == pytest.approx(2 / 3)


def written(*texts: tuple[list[int], str]) -> str:
    rows = [
        json.dumps({"bbox_2d": box, "text_content": text}, ensure_ascii=False)
        for box, text in texts
    ]
    return "[" + ",".join(f"\n\t{row}" for row in rows) + "\n]"


GOLD = [([0, 0, 20, 20], "apple"), ([40, 0, 60, 20], "pear")]


def test_a_page_without_a_readable_block_is_an_empty_page_that_counts():
    figure = figures([(GOLD, written(*GOLD)), (GOLD, "I see an apple.")], PAPER)
    assert figure["detection_recall"] == 0.5
    assert figure["detection_precision"] == 1


def test_only_blocks_after_a_tab_are_read_and_the_ladder_reads_both():
    flat = written(*GOLD).replace("\t", "")
    assert figures([(GOLD, flat)], PAPER)["e2e_hmean_ned"] == 0
    assert figures([(GOLD, flat)], RECOMMENDED)["e2e_hmean_ned"] == 1


@pytest.mark.parametrize("form", ["plain", "printed", "fenced"])
def test_a_list_that_the_released_parser_cannot_read_is_lost_and_not_silently_empty(form):
    rows = [json.dumps({"bbox_2d": box, "text_content": text}) for box, text in GOLD]
    plain = f"[{', '.join(rows)}]"
    said = {"plain": plain, "printed": "\n".join(rows), "fenced": f"```json\n{plain}\n```"}[form]
    page = item("spotting", {"size": SIZE, "texts": []})
    parsed = read_response(page, said, profile=PAPER)
    assert (parsed.status, outcome_of(page, parsed, PAPER)) == ("invalid", "unparsed")
    assert parsed.reason.startswith("2 entries lost")
    figure = figures([(GOLD, said), (GOLD, written(*GOLD))], PAPER)
    assert (figure["lost"], figure["detection_recall"]) == (0.5, 0.5)
    cut = read_response(page, said, finish_reason="length", profile=PAPER)
    assert cut.status == "truncated"


def test_blocks_that_cannot_be_read_are_counted_though_the_released_code_does_not():
    page = item("spotting", {"size": SIZE, "texts": []})
    raw = written(*GOLD).replace("40, 0", "40.5, 0")
    parsed = read_response(page, raw[:-2] + ',\n\t{"bbox', profile=PAPER)
    assert (len(parsed.answer["texts"]), parsed.answer["discarded"]) == (1, 2)
    assert parsed.status == "ok_repaired"
    assert parsed.flags == ("cut_off", "discarded")


def test_overlap_of_exactly_one_half_is_no_match():
    half = written(([0, 0, 20, 10], "apple"))
    assert figures([(GOLD[:1], half)], PAPER)["detection_hmean"] == 0
    assert figures([(GOLD[:1], written(([0, 0, 20, 11], "apple")))], PAPER)["detection_hmean"] == 1


def test_only_the_greedy_matcher_depends_on_the_order_of_predictions():
    loose, tight = ([0, 0, 20, 12], "ap"), GOLD[0]
    for profile, equal in ((PAPER, False), (RECOMMENDED, True)):
        first = figures([(GOLD[:1], written(loose, tight))], profile)["e2e_hmean_ned"]
        second = figures([(GOLD[:1], written(tight, loose))], profile)["e2e_hmean_ned"]
        assert (first == second) == equal
        assert second == pytest.approx(2 / 3)


def test_ten_copies_are_noise_to_the_paper_and_effects_to_us():
    ten = [([9 * k, 0, 9 * k + 8, 8], "ドン") for k in range(10)]
    assert figures([(ten, written(*ten))], PAPER)["e2e_recall_ned"] == 0
    assert figures([(ten, written(*ten))], RECOMMENDED)["e2e_recall_ned"] == 1
    assert figures([(ten[:9], written(*ten[:9]))], PAPER)["e2e_recall_ned"] == 1


def test_dashes_and_dots_are_forgiven_by_the_papers_normalisation_only():
    gold, said = [([0, 0, 20, 20], "えーー…")], written(([0, 0, 20, 20], "え-・・・"))
    assert figures([(gold, said)], PAPER)["e2e_hmean_ned"] == 1
    assert 0 < figures([(gold, said)], RECOMMENDED)["e2e_hmean_ned"] < 1


def test_escapes_are_undone_by_the_ladder_only():
    gold = [([0, 0, 20, 20], "ドン")]
    said = written(*gold).replace("ドン", "\\u30c9\\u30f3")
    assert figures([(gold, said)], PAPER)["e2e_hmean_ned"] == 0
    assert figures([(gold, said)], RECOMMENDED)["e2e_hmean_ned"] == 1

"""``baseline:similar``: it looks and does not understand (CV-E5)."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from panelwise.comics import encode_png
from panelwise.errors import InputError, UnavailableError, UnknownNameError
from panelwise.evaluation import baselines, evaluate, get_solver
from panelwise.packs import Made, write_pack
from panelwise.reading import FeatureEncoder, context_similarity, strip_of
from panelwise.rendering import cells_of, cook
from panelwise.rendering._board import board_recipe
from panelwise.tasks import ImageEntry, Item, Option, Rendering, SourcePage, Turn
from plug_in import install

__all__ = ["install"]

SHOWN = {"similar": "mean"} | {f"similar/{how}": how for how in ("max", "neighbours", "strip")}
SIDE = 60


def page_of(seed):
    """Twelve panels in a row: each a grain of its own in colours that drift from left to right."""
    rng = np.random.default_rng(seed)
    columns = []
    for k in range(12):
        colour = np.array([20 * k, 240 - 20 * k, 120])
        grain = rng.integers(-40, 40, (SIDE, SIDE, 3))
        columns.append(np.clip(colour + grain, 0, 255).astype(np.uint8))
    return Image.fromarray(np.concatenate(columns, axis=1))


def cut(k):
    return {"page": "p", "box": [SIDE * k, 0, SIDE * (k + 1), SIDE]}


def made(name, recipe, gold, picture):
    data = encode_png(picture)
    sha256 = hashlib.sha256(data).hexdigest()
    entry = ImageEntry(sha256, sha256, *picture.size, "image/png", len(data), recipe)
    rendering = Rendering((Turn("user", (0, "Which?")),), (entry,), "test/1")
    options = tuple(Option(str(k + 1), image=0) for k in range(len(recipe["options"])))
    source = SourcePage("book", "1", "p.png", "0" * 64)
    item = Item(
        name, "test.boards", "choice", len(options), rendering, gold, (source,), options=options
    )
    return Made(item, {sha256: data})


def missing(name, options, hidden, gold, seed=0):
    recipe = board_recipe(
        [[cut(k)] for k in options],
        context=[cut(k) for k in range(5)],
        hidden=hidden,
        columns=2,
    )
    return made(name, recipe, gold, cook(recipe, {"p": page_of(seed)}))


def ordered(name, orders, gold):
    recipe = board_recipe([[cut(k) for k in order] for order in orders])
    return made(name, recipe, gold, cook(recipe, {"p": page_of(0)}))


@pytest.fixture
def pack(tmp_path):
    items = [missing(f"m{h}", [9, 7, h, 11], h, 2, seed=h) for h in range(5)]
    orders = [(0, 2, 1, 3), (3, 1, 0, 2), (0, 1, 2, 3), (2, 0, 3, 1)]
    items.append(ordered("sorted", orders, 2))
    return write_pack(tmp_path / "boards", items, {"task": "test.boards"}, "")


def answers(run):
    return {result.item: result.answer for result in run.results()}


@pytest.mark.parametrize("name", SHOWN)
def test_the_nearest_panel_and_the_smoothest_order_are_chosen(name, pack):
    run = evaluate(pack, f"baseline:{name}")
    assert set(answers(run).values()) == {2}


@pytest.mark.parametrize(("name", "how"), SHOWN.items())
def test_it_answers_what_the_features_say(name, how, tmp_path):
    items = [missing(f"m{h}", [3, 4, 5, 6], h, 0, seed=h) for h in range(3)]
    pack = write_pack(tmp_path / "close", items, {"task": "test.boards"}, "")
    found = answers(evaluate(pack, f"baseline:{name}"))
    for item in pack.items():
        pixels = pack.panel_images(item)
        recipe = item.rendering.images[0].recipe
        hidden = recipe["hidden"]
        assert len(pixels) == len(cells_of(recipe)) == 9
        visible = [pixels[k] for k in range(5) if k != hidden]
        shown = [strip_of(visible)] if how == "strip" else visible
        encode = FeatureEncoder().encode
        scores = context_similarity(encode(pixels[5:]), encode(shown), how, hidden)
        assert found[item.id] == int(scores.argmax())


def test_orders_that_are_alike_are_answered_with_the_first(tmp_path):
    pack = write_pack(
        tmp_path / "p", [ordered("o", [(0, 1, 2), (2, 1, 0)], 1)], {"task": "test.boards"}, ""
    )
    assert answers(evaluate(pack, "baseline:similar")) == {"o": 0}


def test_two_panels_are_as_much_alike_in_either_order(tmp_path):
    pack = write_pack(
        tmp_path / "p", [ordered("o", [(0, 1), (1, 0)], 1)], {"task": "test.boards"}, ""
    )
    with pytest.raises(UnavailableError, match="as much alike in either order") as raised:
        evaluate(pack, "baseline:similar")
    assert "\n" not in str(raised.value)


def test_words_and_orders_are_refused(make_pack, pack):
    for other in (make_pack(2, "words", choice=True, images=1), make_pack(2, "orders")):
        with pytest.raises(UnavailableError, match="baseline:similar/max chooses among panels"):
            evaluate([pack, other], "baseline:similar/max", out="run")


def test_panels_that_are_not_shown_one_by_one_have_no_continuity(make_pack):
    with pytest.raises(UnavailableError, match="baseline:continuity compares panels"):
        evaluate(make_pack(2), "baseline:continuity")


def test_it_needs_the_pictures(pack):
    for path in (pack.path / "images").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="panelwise rehydrate"):
        evaluate(pack, "baseline:similar")


def test_every_aggregation_is_listed_with_what_it_does():
    known = baselines()
    assert SHOWN.keys() <= known.keys()
    assert max(Counter(known[name] for name in SHOWN).values()) == 1


def test_without_a_name_it_looks_at_colours_and_edges():
    unnamed = get_solver("baseline:similar").identity()
    assert unnamed == get_solver("baseline:similar", {"encoder": "embed:features"}).identity()
    assert unnamed["encoder"] == FeatureEncoder().identity()
    with pytest.raises(UnknownNameError, match="unknown embed 'feature'; did you mean 'features'"):
        get_solver("baseline:similar", {"encoder": "embed:feature"})


def test_a_plug_in_adds_an_image_encoder(install):
    code = """
from panelwise.models import Provider
from panelwise.reading import FeatureEncoder


class Grey(FeatureEncoder):
    def identity(self):
        return {"encoder": "grey"}


grey = Provider("grey:NAME", "greys", lambda name, _: Grey())
"""
    install("greys", code, {"panelwise.image_encoders": "grey = greys:grey"})
    solver = get_solver("baseline:similar", {"encoder": "grey:any"})
    assert solver.identity()["encoder"] == {"encoder": "grey"}

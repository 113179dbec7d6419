"""A model that declares in which numbers it says where things are is scored in those (AMB-30)."""

import pytest

from panelwise.benchmarks import build
from panelwise.evaluation import Reply, evaluate
from panelwise.models import Response
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import get_kind
from panelwise.tasks.kinds import BoxSettings
from press_packs import print_small


class InThousandths:
    """Finds every text, and says where in thousandths of the page."""

    name = "test:thousandths"
    coordinate_frame = "thousandths"
    several_images = True
    costly = priced = False
    concurrency = 1
    timeout = None

    def identity(self):
        return {"solver": self.name}

    def check(self, questions):
        return None

    async def answer(self, question):
        width, height = question.item.gold["size"]
        texts = [
            {
                "box": [
                    round(value * 1000 / (height if at % 2 else width))
                    for at, value in enumerate(text["box"])
                ],
                "text": text["text"],
            }
            for text in question.item.gold["texts"]
        ]
        written = get_kind("spotting").write(question.item, {"texts": texts}, RECOMMENDED)
        return Reply(Response(written, model=self.name))

    async def close(self):
        return


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("declared")
    print_small(folder / "comics", books=1, seed=3)
    return build("mangavqa.manga_ocr", folder / "comics", out=folder / "pack")


def hmean(run):
    scores = [result.scores for result in run.results()]
    hits, gold = (sum(score[part] for score in scores) for part in ("hits", "gold"))
    return 2 * hits / (gold + sum(score["predicted"] for score in scores))


def test_the_declared_frame_is_the_one_that_is_scored_in(pack, tmp_path):
    run = evaluate(pack, InThousandths(), out=tmp_path / "run")
    assert run.profile == RECOMMENDED.with_sections(BoxSettings(coord_frame="thousandths"))
    assert hmean(run) == 1


@pytest.mark.parametrize(
    ("profile", "settings"),
    [
        (PAPER, {}),
        (RECOMMENDED, {"boxes.declared_frame": "false"}),
        (RECOMMENDED, {"boxes.coord_frame": "pixels"}),
    ],
)
def test_the_paper_and_the_user_may_take_every_number_for_pixels(pack, tmp_path, profile, settings):
    run = evaluate(pack, InThousandths(), out=tmp_path / "run", profile=profile, settings=settings)
    assert run.profile.section(BoxSettings).coord_frame == "pixels"
    assert hmean(run) < 0.5


def test_a_frame_in_the_profile_itself_stands(pack, tmp_path):
    profile = RECOMMENDED.with_settings({"boxes.coord_frame": "fractions"})
    run = evaluate(pack, InThousandths(), out=tmp_path / "run", profile=profile)
    assert run.profile.section(BoxSettings).coord_frame == "fractions"

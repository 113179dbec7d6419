"""The demonstration: the small vision-language model takes part where it is installed."""

from panelwise.comics import get_generator
from panelwise.errors import MissingExtraError
from panelwise.evaluation import evaluate
from panelwise.experiments import _demo
from panelwise.models import Capabilities, Response


class AlwaysA:
    """In the place of the small model."""

    name = "small-vlm"
    capabilities = Capabilities(concurrency=1)

    def __init__(self, folder=""):
        assert folder == ""

    def identity(self):
        return {}

    def check_sampling(self, sampling):
        pass

    async def generate(self, request):
        assert len(request.images) == 1
        return Response("A")

    async def close(self):
        pass


def test_without_the_model_the_demonstration_says_what_to_install(monkeypatch, tmp_path):
    def missing(folder=""):
        raise MissingExtraError.of("the small vision-language model", "small-vlm")

    monkeypatch.setattr("panelwise.models.small_vlm._model.SmallVlmModel", missing)
    said = []
    assert _demo._panels(get_generator(), tmp_path, said.append) is None
    [line] = said
    assert line.startswith("optional: the small vision-language model needs the extra")
    assert list(tmp_path.iterdir()) == []


def test_with_it_there_are_questions_for_it(monkeypatch, tmp_path):
    monkeypatch.setattr("panelwise.models.small_vlm._model.SmallVlmModel", AlwaysA)
    monkeypatch.setattr(_demo, "FAMILIES", 1)
    said = []
    pack = _demo._panels(get_generator(), tmp_path, said.append)
    assert said == [f"drew 1 family of worlds: {len(pack)} items about their panels"]
    run = evaluate(pack, _demo.SMALL_VLM, out=tmp_path / "run")
    right = [one.outcome == "correct" for one in run.results()]
    assert 0 < sum(right) < len(right) == len(pack)

"""From weights to a file that OpenCV runs."""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from panelwise.outputs import whole_file
from panelwise.reading.learned import CLASSES, MARK

VERSION = "1"


def export_detector(
    network: Any, side: int, path: Path, *, least: Mapping[str, float], about: Mapping[str, str]
) -> None:
    """Write a network as ONNX, normalisations folded into convolutions, with its metadata.

    Args:
        network: of ``build_network``; it is left in evaluation mode.
        side: of the pictures that it will be given.
        path: of the new file.
        least: the least score of each class, by which the reader goes.
        about: more metadata (data, licence, seed).
    """
    import onnx
    import torch

    network.eval()
    picture = torch.zeros(1, 3, side, side)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            network.to("cpu"),
            (picture,),
            dynamo=True,
            opset_version=18,
            input_names=["picture"],
            output_names=["boxes"],
            verbose=False,
        )
    model = program.model_proto
    stated = {
        MARK: VERSION,
        "side": str(side),
        "least": orjson.dumps(dict(least)).decode(),
        "names": orjson.dumps(dict(enumerate(CLASSES)), option=orjson.OPT_NON_STR_KEYS).decode(),
        **about,
    }
    onnx.helper.set_model_props(model, stated)
    for node in model.graph.node:  # torch notes its call stack: paths of this machine
        node.ClearField("metadata_props")
    with whole_file(path) as part:
        onnx.save(model, str(part))

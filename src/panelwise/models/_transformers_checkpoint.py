"""A checkpoint on disk: where it is, what its config says, which bytes it consists of.

Nothing here imports torch or transformers: a run whose answers are all cached never loads them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError, MissingExtraError
from panelwise.files import file_sha256, not_json, read_json_bytes
from panelwise.models._failures import one_line
from panelwise.models._families import family_of
from panelwise.workers import threads

# What loading reads. Weights come as safetensors alone: the older .bin files are pickles, which
# run code when they are opened.
LOADED = ("*.json", "*.jinja", "*.txt", "*.model", "*.safetensors")

# Before, transformers took control words in a user's text ("<|im_end|>") for real ones; asked not
# to, it ignored that without a word.
OLDEST = (5, 23)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A folder that holds a model.

    Attributes:
        revision: the commit, if it comes from the hub.
        config: its ``config.json``.
    """

    folder: Path
    revision: str | None
    config: dict[str, Any]

    @property
    def model_type(self) -> str:
        """The family, as ``config.json`` calls it."""
        return str(self.config.get("model_type", "unknown"))

    @property
    def takes_images(self) -> bool:
        """Whether it is more than a language model: its config or its files speak of images."""
        files = ("preprocessor_config.json", "processor_config.json")
        says = any("vision" in key or "image" in key for key in self.config)
        return says or any((self.folder / name).exists() for name in files)

    @property
    def dtype(self) -> str:
        """In which numbers it is loaded: those it was saved in."""
        return str(self.config.get("dtype") or self.config.get("torch_dtype") or "auto")

    @property
    def coordinate_frame(self) -> str:
        """The frame that its family answers in; ``pixels`` for a family that is not known."""
        family = family_of(self.model_type)
        return (family and family.frame) or "pixels"

    @property
    def most_pixels(self) -> int | None:
        """The area to which its processor resizes a picture, where it says so."""
        for name in ("processor_config.json", "preprocessor_config.json"):  # of transformers 5, 4
            path = self.folder / name
            content = _json(path) if path.exists() else {}
            content = content.get("image_processor", content)
            size = content.get("size")
            longest = size.get("longest_edge") if isinstance(size, dict) else None
            found = content.get("max_pixels") or longest
            if isinstance(found, int):
                return found
        return None

    def fingerprint(self) -> str:
        """The revision, or else the SHA-256 of all that is loaded, weights included.

        Training goes on in the same folder and changes neither names nor sizes, so nothing less
        than the bytes tells two checkpoints apart.
        """
        if self.revision is not None:
            return self.revision
        files = sorted(path for pattern in LOADED for path in self.folder.glob(pattern))
        with threads() as pool:  # 0.3 to 2 GB/s a core, and the files are many
            contents = list(pool.map(file_sha256, files))
        listing = (f"{path.name} {content}" for path, content in zip(files, contents, strict=True))
        return hashlib.sha256("\n".join(listing).encode()).hexdigest()


def require_extra(name: str) -> None:
    """See that torch and transformers are installed, without importing them.

    Raises:
        MissingExtraError: when they are not, or transformers is too old.
    """
    parts = version("transformers").split(".") if find_spec("transformers") else ["0", "0"]
    if find_spec("torch") is None or (int(parts[0]), int(parts[1])) < OLDEST:
        raise MissingExtraError.of(name, "hf")


def find_checkpoint(source: str) -> Checkpoint:
    """The checkpoint that a name means.

    Args:
        source: the path of a folder, or ``ORG/NAME``: taken from the local Hugging Face cache if
            it is whole there, and fetched from the hub otherwise.

    Raises:
        InputError: when there is none, or it is not whole; says how to get it.
    """
    folder = Path(source).expanduser()
    if folder.is_dir():
        return Checkpoint(folder, None, _config(folder, source))
    is_hub_name = source.count("/") == 1 and source[0] not in "./~" and not source.endswith("/")
    if folder.exists() or not is_hub_name:
        raise InputError(
            f"hf/{source}: no folder of that name; give the folder of a checkpoint, or ORG/NAME"
        )
    folder = _snapshot(source)
    return Checkpoint(folder, folder.name, _config(folder, source))


def _snapshot(source: str) -> Path:
    """The folder of a hub's model in the local cache, fetched if it is not there."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError

    patterns = list(LOADED)
    try:
        cached = Path(snapshot_download(source, allow_patterns=patterns, local_files_only=True))
        if _is_whole(cached):
            return cached
    except OSError:
        pass  # not in the cache: fetch it
    except ValueError as error:
        raise InputError(f"hf/{source}: {one_line(str(error))}") from None
    try:
        return Path(snapshot_download(source, allow_patterns=patterns))
    except GatedRepoError:
        remedy = "asks for consent to its licence; give it on the hub, then run hf auth login"
    except RepositoryNotFoundError:
        remedy = "the hub knows no such model, or it is private; check the name, or hf auth login"
    except (OSError, ValueError):  # huggingface_hub wraps every failure of the network in these
        remedy = (
            "not whole in the local Hugging Face cache, and the hub cannot be reached;"
            f" run 'hf download {source}' where it can, and give the folder as hf/PATH"
        )
    raise InputError(f"hf/{source}: {remedy}")


def _is_whole(folder: Path) -> bool:
    """Whether config and all weights are there; an interrupted download leaves some out."""
    index = folder / "model.safetensors.index.json"
    if not (folder / "config.json").exists():
        return False
    if not index.exists():
        return any(folder.glob("*.safetensors"))
    shards = set(_json(index)["weight_map"].values())
    return all((folder / shard).exists() for shard in shards)


def _config(folder: Path, source: str) -> dict[str, Any]:
    if not (folder / "config.json").exists():
        adapter = (folder / "adapter_config.json").exists()
        remedy = "an adapter alone; merge it into its base model" if adapter else "no config.json"
        raise InputError(f"hf/{source}: {remedy}; give the folder that save_pretrained wrote")
    if not _is_whole(folder):
        raise InputError(
            f"hf/{source}: weights are missing; it must hold all its *.safetensors"
            " (pickled .bin files are not opened)"
        )
    return _json(folder / "config.json")


def _json(path: Path) -> dict[str, Any]:
    try:
        content = orjson.loads(read_json_bytes(path))
    except orjson.JSONDecodeError as error:
        raise InputError(not_json(str(path), str(error))) from None
    if not isinstance(content, dict):
        raise InputError(f"{path} holds no JSON object; copy or download it again")
    return content

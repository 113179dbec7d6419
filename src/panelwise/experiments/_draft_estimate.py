"""What drafts would send and cost, before anything is sent."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from panelwise.drafting import DraftFile, Job, ModelWriter, Writer, identity_hash
from panelwise.evaluation import RunEstimate, TaskEstimate, estimated_tokens
from panelwise.models import seen_by


def estimate_writing(
    writer: Writer, parts: Mapping[str, tuple[Sequence[Job], Path]], folder: Path
) -> RunEstimate:
    """One answer for every draft that is not accepted yet.

    Args:
        writer: who would write.
        parts: name → its drafts, and the file in which accepted ones are.
        folder: of all of it.
    """
    model = writer if isinstance(writer, ModelWriter) else None
    tasks = tuple(_of_part(writer, name, jobs, file) for name, (jobs, file) in parts.items())
    return RunEstimate(
        writer.name, str(folder), tasks, model.price if model else None, model is None
    )


def _of_part(writer: Writer, name: str, jobs: Sequence[Job], file: Path) -> TaskEstimate:
    key = identity_hash(writer.identity())
    kept = DraftFile(file) if file.exists() else None  # making one would write an empty file
    stored = sum(kept is not None and kept.accepted(job.key(key)) is not None for job in jobs)
    costly = isinstance(writer, ModelWriter)
    asked = [
        job
        for job in jobs
        if costly and job.problem is None and (kept is None or kept.accepted(job.key(key)) is None)
    ]
    pictures = [picture.png() for job in asked for picture in job.pictures]
    return TaskEstimate(
        task=name,
        samples=len(jobs),
        items=len(jobs),
        stored=stored,
        cached=0,
        requests=len(asked),
        images=len(pictures),
        image_bytes=sum(map(len, pictures)),
        text_tokens=sum(estimated_tokens(job.words) for job in asked),
        image_tokens=_image_tokens(writer.name, pictures),
        longest_answer=writer.max_tokens if isinstance(writer, ModelWriter) else None,
    )


def _image_tokens(model: str, pictures: Sequence[bytes]) -> int | None:
    """As the model resizes and cuts them, where that is known."""
    total = 0
    for data in pictures:
        with Image.open(io.BytesIO(data)) as picture:
            seen = seen_by(model, *picture.size)
        if seen is None or seen.tokens is None:
            return None
        total += seen.tokens
    return total

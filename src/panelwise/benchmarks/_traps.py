"""What misleads in the scores of tasks of more than one paper; each task declares its traps."""

from __future__ import annotations

INVERSE = (
    "An order can be read as a list of frames or as a rank per frame; the two are inverse. Wrong"
    " answers that equal the inverse are counted apart (AMB-1)."
)
PRESS_TEXTS = (
    "Questions about comics of the press can be answered without pictures: a strong language model"
    " that saw only the text of the suite `press-v1` had 45 of 45 perspectives, 33 of 35 blank"
    " frames and 30 of 30 meanings right (chance .25; `docs/press.md`). Do not"
    " compare models on them."
)

"""What misleads in the scores of tasks of more than one paper; each task declares its traps."""

from __future__ import annotations

INVERSE = (
    "An order can be understood as a list of frames or as a rank for each frame; one is the"
    " inverse of the other. Wrong answers that equal the inverse are counted separately (AMB-1)."
)
PRESS_TEXTS = (
    "Compare models on the suite `press-v2` or on other families of worlds, not on other press"
    " comics: their questions can be answered without pictures. Given only the text of the suite"
    " `press-v1`, a strong language model answered 45 of 45 questions of CHROMIC's perspectives, 33"
    " of 35 about blank frames and 30 of 30 about meanings correctly (chance .25)."
)

"""The retention suite: what a model must still be able to do after a training (MS-21; MV-E10).

Choices about pictures, as packs: MMMU and MMBench by path, pictures of everyday things of our own,
and single panels of drawn families.
"""

from panelwise.training.retention._everyday import everyday_questions
from panelwise.training.retention._mmbench import mmbench_questions
from panelwise.training.retention._mmmu import mmmu_questions
from panelwise.training.retention._panels import panel_questions
from panelwise.training.retention._question import SuiteQuestion, SuiteQuestions, write_choice_pack
from panelwise.training.retention._suites import SUITES, write_suite

__all__ = [
    "SUITES",
    "SuiteQuestion",
    "SuiteQuestions",
    "everyday_questions",
    "mmbench_questions",
    "mmmu_questions",
    "panel_questions",
    "write_choice_pack",
    "write_suite",
]

"""Who speaks and who is who, from the boxes of a page and its pixels. Experimental."""

from panelwise.reading.people._identities import group_characters, with_identities
from panelwise.reading.people._people import with_people
from panelwise.reading.people._speakers import FoundSpeaker, find_speakers, with_speakers
from panelwise.reading.people._tails import Tail, find_tail

__all__ = [
    "FoundSpeaker",
    "Tail",
    "find_speakers",
    "find_tail",
    "group_characters",
    "with_identities",
    "with_people",
    "with_speakers",
]

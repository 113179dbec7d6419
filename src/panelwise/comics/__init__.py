"""What a comic is, and how it is opened."""

from panelwise.comics._accepted_orders import linear_extensions, orders_by_people
from panelwise.comics._archives import acbf, write_acbf, write_epub
from panelwise.comics._cbz import comic_info, write_cbz, write_cbzs
from panelwise.comics._draw import draw_page, is_tall
from panelwise.comics._generators import GENERATORS, Generator, get_generator, print_comics
from panelwise.comics._image import (
    IMAGE_SUFFIXES,
    ByteSource,
    ComicImage,
    FileBytes,
    MemoryBytes,
    decode_rgb,
    encode_png,
    pixel_hash,
)
from panelwise.comics._inputs import open_comics, warn_of_annotations_beside
from panelwise.comics._lettering import letter_size, set_in_columns
from panelwise.comics._masking import MASK_FILLS, MaskFill, mask_boxes
from panelwise.comics._model import (
    READING_DIRECTIONS,
    AnnotationFile,
    Balloon,
    Book,
    Character,
    Face,
    Identity,
    Layout,
    Page,
    Panel,
    ReadingDirection,
    Redistribution,
    Source,
    SpeakerLink,
    Text,
    TextKind,
)
from panelwise.comics._open import open_comic
from panelwise.comics._order import natural_key
from panelwise.comics._perceptual_hash import (
    hamming_distance,
    near_duplicates,
    perceptual_hash,
)
from panelwise.comics._skipped import skip
from panelwise.comics._spool import LIBARCHIVE, can_read_rar
from panelwise.comics._story import (
    ErrorType,
    Event,
    Interrogative,
    PanelAlternatives,
    PanelRef,
    Perspective,
    QuestionTask,
    Story,
    StoryQuestion,
    Tier,
    WrongOption,
)

__all__ = [
    "GENERATORS",
    "IMAGE_SUFFIXES",
    "LIBARCHIVE",
    "MASK_FILLS",
    "READING_DIRECTIONS",
    "AnnotationFile",
    "Balloon",
    "Book",
    "ByteSource",
    "Character",
    "ComicImage",
    "ErrorType",
    "Event",
    "Face",
    "FileBytes",
    "Generator",
    "Identity",
    "Interrogative",
    "Layout",
    "MaskFill",
    "MemoryBytes",
    "Page",
    "Panel",
    "PanelAlternatives",
    "PanelRef",
    "Perspective",
    "QuestionTask",
    "ReadingDirection",
    "Redistribution",
    "Source",
    "SpeakerLink",
    "Story",
    "StoryQuestion",
    "Text",
    "TextKind",
    "Tier",
    "WrongOption",
    "acbf",
    "can_read_rar",
    "comic_info",
    "decode_rgb",
    "draw_page",
    "encode_png",
    "get_generator",
    "hamming_distance",
    "is_tall",
    "letter_size",
    "linear_extensions",
    "mask_boxes",
    "natural_key",
    "near_duplicates",
    "open_comic",
    "open_comics",
    "orders_by_people",
    "perceptual_hash",
    "pixel_hash",
    "print_comics",
    "set_in_columns",
    "skip",
    "warn_of_annotations_beside",
    "write_acbf",
    "write_cbz",
    "write_cbzs",
    "write_epub",
]

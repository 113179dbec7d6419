"""From a page image to a structured page: panels, texts, the reading order of both."""

from panelwise.reading._closest import closest_characters
from panelwise.reading._continuity import continuity_order
from panelwise.reading._direction import detect_direction
from panelwise.reading._file_detector import FileDetector
from panelwise.reading._image_encoders import (
    IMAGE_ENCODERS,
    get_image_encoder,
    image_embed,
    onnx,
)
from panelwise.reading._letters import find_letters
from panelwise.reading._library import (
    GivenDirection,
    PageToRead,
    identity_of,
    map_pages,
    read_book,
    read_library,
    read_pages,
)
from panelwise.reading._masked_panels import (
    COVER_LIMIT,
    RESIDUAL_LIMIT,
    MaskedPanel,
    find_text_boxes,
    mask_panel,
    text_boxes_of,
    with_found_texts,
)
from panelwise.reading._onnx_detector import OnnxReader
from panelwise.reading._onnx_encoder import OnnxEncoder
from panelwise.reading._order_document import order_document
from panelwise.reading._page_bytes import Unreadable
from panelwise.reading._read import DETECTOR, READERS, NamedReader, get_reader, read, reader_files
from panelwise.reading._reader import (
    ClassicalReader,
    Reader,
    arrange_page,
    check_direction,
    classical_reader,
)
from panelwise.reading._text_boxes import find_text, residual_characters
from panelwise.reading._text_lines import group_lines
from panelwise.reading._text_order import assign_texts, order_texts
from panelwise.reading._text_reader import (
    TextReader,
    can_read_texts,
    check_language,
    find_lines,
    in_language,
    known_language,
    read_texts,
    require_ocr,
)
from panelwise.reading.orders import ORDER_RULES, Order, order_panels
from panelwise.reading.panels import (
    AGGREGATIONS,
    Aggregation,
    FeatureEncoder,
    ImageEncoder,
    context_similarity,
    detect_panels,
    strip_of,
)
from panelwise.reading.transcripts import (
    TRANSCRIPT_FORMATS,
    Transcript,
    TranscriptBook,
    TranscriptPage,
    TranscriptPanel,
    TranscriptText,
    check_format,
    transcribe,
    transcript_of,
)

__all__ = [
    "AGGREGATIONS",
    "COVER_LIMIT",
    "DETECTOR",
    "IMAGE_ENCODERS",
    "ORDER_RULES",
    "READERS",
    "RESIDUAL_LIMIT",
    "TRANSCRIPT_FORMATS",
    "Aggregation",
    "ClassicalReader",
    "FeatureEncoder",
    "FileDetector",
    "GivenDirection",
    "ImageEncoder",
    "MaskedPanel",
    "NamedReader",
    "OnnxEncoder",
    "OnnxReader",
    "Order",
    "PageToRead",
    "Reader",
    "TextReader",
    "Transcript",
    "TranscriptBook",
    "TranscriptPage",
    "TranscriptPanel",
    "TranscriptText",
    "Unreadable",
    "arrange_page",
    "assign_texts",
    "can_read_texts",
    "check_direction",
    "check_format",
    "check_language",
    "classical_reader",
    "closest_characters",
    "context_similarity",
    "continuity_order",
    "detect_direction",
    "detect_panels",
    "find_letters",
    "find_lines",
    "find_text",
    "find_text_boxes",
    "get_image_encoder",
    "get_reader",
    "group_lines",
    "identity_of",
    "image_embed",
    "in_language",
    "known_language",
    "map_pages",
    "mask_panel",
    "onnx",
    "order_document",
    "order_panels",
    "order_texts",
    "read",
    "read_book",
    "read_library",
    "read_pages",
    "read_texts",
    "reader_files",
    "require_ocr",
    "residual_characters",
    "strip_of",
    "text_boxes_of",
    "transcribe",
    "transcript_of",
    "with_found_texts",
]

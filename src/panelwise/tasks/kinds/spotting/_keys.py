"""Keys under which a text is given."""

from __future__ import annotations

TEXT_KEYS = ("text_content", "text", "content", "transcription")

"""Small pages with a coloured square and a word: to be read, and to be asked about."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

from PIL import Image, ImageDraw

from panelwise.training.retention import SuiteQuestion, SuiteQuestions

SIDE = 112  # 4 x 4 tokens
COLOURS = {
    "red": (200, 40, 40),
    "green": (40, 150, 60),
    "blue": (50, 80, 200),
    "yellow": (235, 200, 40),
}
WORDS = ("AH", "OH", "NO", "YES")
QUESTION = "What colour is the square?"


def coloured_book(folder: Path, pages: int, seed: int) -> Path:
    """Pages with one word in a box, each a story with one question; a licence that allows all."""
    folder.mkdir(parents=True)
    drawn, lines, stories = random.Random(seed), [], []
    for number in range(pages):
        page, colour = _square(drawn)
        word, x, y = drawn.choice(WORDS), 14 * drawn.randrange(5), 14 * drawn.randrange(7)
        pen = ImageDraw.Draw(page)
        pen.rectangle((x, y, x + 41, y + 13), fill="white")
        pen.text((x + 4, y + 1), word, fill="black")
        name = f"{number:04d}"
        page.save(folder / f"{name}.png")
        text = {"box": [x, y, x + 42, y + 14], "contents": {"en": word}, "kind": "dialogue"}
        line = {"page": name, "image": f"{name}.png", "width": SIDE, "height": SIDE}
        line |= {"panels": [{"box": [0, 0, SIDE, SIDE]}], "texts": [text], "story": f"s{name}"}
        lines.append(json.dumps(line))
        asked = {"id": "q", "task": "reading", "question": QUESTION, "answer": colour, "wrong": []}
        event = {"panel": [name, 0], "description": f"A {colour} square."}
        story = {"id": f"s{name}", "title": "A square", "events": [event], "questions": [asked]}
        stories.append(story | {"causes": [], "orders": [[0]], "orders_complete": True})
    book = {"id": folder.name, "title": "Squares", "direction_known": True, "stories": stories}
    book["source"] = {"licence": "CC0-1.0", "redistribution": "full"}
    head = json.dumps({"format": "panelwise-pages", "version": 1, "book": book})
    (folder / f"{folder.name}.jsonl").write_text("\n".join([head, *lines]) + "\n")
    return folder


def colour_questions(count: int, seed: int) -> SuiteQuestions:
    """Choices of the colour of a square; the colours are always listed in the same order."""
    drawn, found = random.Random(seed), []
    for number in range(count):
        page, colour = _square(drawn)
        stream = io.BytesIO()
        page.save(stream, "PNG")
        options = tuple(COLOURS)
        right = options.index(colour)
        name = f"colour-{seed}-{number:04d}"
        asked = SuiteQuestion(name, (0, QUESTION), (stream.getvalue(),), options, right, "colour")
        found.append(asked)
    return SuiteQuestions("colours", "Colours of squares", "drawn", "CC0-1.0", tuple(found))


def conversations(questions: SuiteQuestions, folder: Path, prompts: dict[str, str]) -> Path:
    """Questions as conversations in the format of LLaVA, in the words of their pack."""
    folder.mkdir(parents=True)
    records = []
    for one in questions.found:
        (folder / f"{one.id}.png").write_bytes(one.pictures[0])
        asked = prompts[one.id].replace("[image 1]", "<image>")
        said = "ABCD"[one.right]
        turns = [{"from": "human", "value": asked}, {"from": "gpt", "value": said}]
        records.append({"id": one.id, "image": f"{one.id}.png", "conversations": turns})
    (folder / "conversations.json").write_text(json.dumps(records))
    return folder


def _square(drawn: random.Random) -> tuple[Image.Image, str]:
    ground = drawn.randrange(200, 256)
    page = Image.new("RGB", (SIDE, SIDE), (ground,) * 3)
    colour, side = drawn.choice(list(COLOURS)), drawn.randrange(30, 60)
    x, y = drawn.randrange(SIDE - side), drawn.randrange(SIDE - side)
    ImageDraw.Draw(page).rectangle((x, y, x + side, y + side), fill=COLOURS[colour])
    return page, colour

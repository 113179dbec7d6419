"""Lines of writing grouped to texts: by hand-made lines, no OCR needed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.comics import Text
from panelwise.geometry import Box, box_polygon
from panelwise.reading import group_lines
from panelwise.reading._text_lines import ROW_MARGIN, ROWS_MARGIN

SIZE = 20


def row(words, x, y, *, size=SIZE, confidence=0.9):
    """A row of writing whose letters are half as wide as high."""
    return Text(
        Box(x, y, x + size * len(words) / 2, y + size), {"und": words}, confidence=confidence
    )


def column(words, x, y, *, size=SIZE, confidence=0.9):
    """A column of square letters."""
    box = Box(x, y, x + size, y + size * len(words))
    return Text(box, {"und": words}, confidence=confidence)


def words(texts):
    return [text.content for text in texts]


def test_rows_of_a_balloon_are_one_text_read_from_the_top():
    lines = [row("BEFORE THE", 104, 124), row("WHERE WERE", 100, 100), row("STORM?", 120, 148)]
    (text,) = group_lines(lines)
    assert text.content == "WHERE WERE BEFORE THE STORM?"
    assert all(text.box.intersection(line.box) == line.box.area for line in lines)


def test_columns_are_read_from_the_right_and_without_spaces():
    lines = [column("してくる", 100, 50), column("夕飯の準備", 124, 50)]
    (text,) = group_lines(lines)
    assert text.contents == {"ja": "夕飯の準備してくる"}


def test_a_column_found_in_two_pieces_is_read_downwards():
    (text,) = group_lines([column("しまった", 100, 50), column("のだ…", 101, 135)])
    assert text.content == "しまったのだ…"


def test_a_row_found_in_two_pieces_is_read_rightwards():
    pieces = [row("YOU SAY?", 172, 101), row("WHAT DO", 100, 100), row("AGAIN!", 110, 124)]
    assert words(group_lines(pieces)) == ["WHAT DO YOU SAY? AGAIN!"]


def test_two_balloons_with_a_gap_are_two_texts():
    lines = [row("TEN BUCKS?", 100, 100), row("TWENTY.", 108, 134)]
    assert words(group_lines(lines)) == ["TEN BUCKS?", "TWENTY."]


def test_columns_that_begin_at_different_heights_are_two_texts():
    lines = [column("おかえりなさい", 124, 50), column("いやあ…すまん", 100, 74)]
    assert sorted(words(group_lines(lines))) == ["いやあ…すまん", "おかえりなさい"]


def test_letters_of_another_size_are_another_text():
    lines = [row("MEANWHILE", 100, 100), row("BOOM", 100, 122, size=60)]
    assert words(group_lines(lines)) == ["MEANWHILE", "BOOM"]


def test_lines_in_two_panels_are_never_one_text():
    panels = [Box(0, 0, 200, 121), Box(0, 122, 200, 300)]
    lines = [row("THE END OF", 50, 100), row("A BEGINNING", 50, 124)]
    assert words(group_lines(lines)) == ["THE END OF A BEGINNING"]
    assert words(group_lines(lines, panels)) == ["THE END OF", "A BEGINNING"]


def test_a_line_between_panels_does_not_join_what_stands_in_them():
    panels = [Box(0, 0, 200, 120), Box(0, 148, 200, 300)]
    lines = [row("ONE LINE", 50, 99), row("ANOTHER ONE", 50, 124), row("A THIRD", 50, 149)]
    texts = group_lines(lines, panels)
    assert len(texts) == 2
    assert not any("ONE LINE" in t.content and "A THIRD" in t.content for t in texts)


def test_a_balloon_over_the_gutter_stays_one_text():
    panels = [Box(0, 0, 110, 300), Box(120, 0, 300, 300)]
    lines = [row("OVER THE GUTTER", 50, 100), row("IT SPEAKS ON", 60, 124)]
    assert words(group_lines(lines, panels)) == ["OVER THE GUTTER IT SPEAKS ON"]


def test_furigana_is_left_out():
    lines = [column("銃と閉じ眼しか", 100, 50), column("カクゴ", 122, 90, size=9)]
    assert words(group_lines(lines)) == ["銃と閉じ眼しか"]
    assert len(group_lines([column("カクゴ", 122, 90, size=9)])) == 1


def test_a_word_broken_at_the_end_of_a_line_is_whole_again():
    lines = [row("A SUIT OF AUTO-", 100, 100), row("WRECKING YARDS --", 100, 124)]
    lines.append(row("OLD ONES", 110, 148))
    assert words(group_lines(lines)) == ["A SUIT OF AUTOWRECKING YARDS -- OLD ONES"]


def test_only_a_page_with_kana_is_told_to_be_japanese():
    lines = [column("夕飯", 100, 50), column("OK!", 300, 50), column("準備して", 500, 50)]
    assert [text.contents for text in group_lines(lines)] == [
        {"ja": "夕飯"},
        {"und": "OK!"},
        {"ja": "準備して"},
    ]
    assert [text.contents for text in group_lines([column("夕飯", 100, 50)])] == [{"und": "夕飯"}]


def test_confidence_is_the_mean_of_the_letters():
    lines = [row("ABCDEFGH", 100, 100, confidence=1.0), row("IJ", 130, 122, confidence=0.5)]
    (text,) = group_lines(lines)
    assert text.confidence == 0.9
    unknown = [row("ABCDEFGH", 100, 100, confidence=None)]
    assert group_lines(unknown)[0].confidence is None


def test_a_single_slanted_line_keeps_its_outline():
    outline = ((100.0, 110.0), (180.0, 90.0), (184.0, 108.0), (104.0, 128.0))
    line = Text(Box(100, 90, 184, 128), {"und": "SPLASH"}, polygon=outline, confidence=0.9)
    assert group_lines([line])[0].polygon == outline


def test_nothing_makes_nothing():
    assert group_lines([]) == ()
    assert group_lines([Text(Box(0, 0, 10, 10))]) == ()


boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    *(st.integers(0, 400), st.integers(0, 400), st.integers(1, 120), st.integers(1, 120)),
)
lines_of_writing = st.lists(
    st.builds(
        lambda box, text: Text(box, {"und": text}, confidence=0.8),
        boxes,
        st.text("ABC あ漢…-", min_size=1, max_size=6).filter(str.strip),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(lines_of_writing, st.lists(boxes, max_size=3), st.randoms())
def test_every_letter_is_in_one_text_whatever_the_order_of_the_lines(lines, panels, random):
    texts = group_lines(lines, panels)
    ruby_free = {"A", "B", "C", "漢"}

    def letters(some):
        return sorted(c for text in some for c in text.content if c in ruby_free)

    assert letters(texts) == letters(lines)
    shuffled = random.sample(lines, len(lines))
    assert sorted(group_lines(shuffled, panels), key=repr) == sorted(texts, key=repr)


def test_rows_are_evenly_spaced_and_a_wider_gap_begins_a_text():
    lines = [row("WHO IS", 100, 100), row("THERE?", 100, 118), row("ME.", 104, 143)]
    assert words(group_lines(lines)) == ["WHO IS THERE?", "ME."]
    assert words(group_lines([lines[0], row("THERE?", 100, 123), row("ME.", 104, 146)])) == [
        "WHO IS THERE? ME."
    ]


def test_two_speakers_beside_each_other_are_two_texts():
    lines = [row("YEAH, THEY", 100, 100), row("THAT'S", 220, 100), row("AWFUL.", 220, 120)]
    assert sorted(words(group_lines(lines))) == ["THAT'S AWFUL.", "YEAH, THEY"]


def test_boxes_follow_the_ink_and_the_letters_of_the_page():
    """A large sound gets the margin of the letters around it, not of its own."""
    rows = [row("SO THEN", 100, 100), row("WE RAN.", 100, 120), row("BOOM", 20, 200, size=90)]
    inks = [Box(105, 105, 165, 115), Box(105, 125, 160, 135), Box(40, 220, 180, 270)]
    said, sound = group_lines(rows, (), [box_polygon(ink) for ink in inks])
    letter = 10  # the median height of the three rows' ink
    margin = ROWS_MARGIN * letter
    assert said.box == Box(105 - margin, 105 - margin, 165 + margin, 135 + margin)
    margin = ROW_MARGIN * letter
    assert sound.box == Box(40 - margin, 220 - margin, 180 + margin, 270 + margin)


def test_signs_of_western_lettering_are_put_right_and_eastern_ones_stay():
    lines = [row("1 SAW IT！", 100, 100), row(".. AND | WAITED…", 100, 118)]
    assert words(group_lines(lines)) == ["I SAW IT! ... AND I WAITED..."]
    assert words(group_lines([row("NUMBER 1 FAN", 100, 100)])) == ["NUMBER 1 FAN"]
    assert words(group_lines([row("a [ in code", 100, 100)])) == ["a [ in code"]
    assert words(group_lines([column("まさか…！？", 100, 50)])) == ["まさか…！？"]


def test_hangul_tells_the_language():
    assert group_lines([row("안녕하세요", 100, 100)])[0].contents == {"ko": "안녕하세요"}

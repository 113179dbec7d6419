"""Random pages for the round trips of annotation formats: each test keeps what its format holds."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from PIL import Image

from panelwise.comics import ComicImage, FileBytes
from panelwise.geometry import Box

WIDTH, HEIGHT = 64, 48
UNKNOWN_ORDER = 0.0
round_trip = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
xml_characters = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]) | st.sampled_from(
    "\n\r\t<>&'\""
)
xml_words = st.text(xml_characters.filter(lambda c: c not in "\ufffe\uffff"), max_size=8)
words = st.text(st.characters(codec="utf-8"), max_size=8)
names = st.text('abcé<&" ', min_size=1, max_size=4)
confidences = st.none() | st.floats(0, 1)


def small_lists(strategy):
    return st.lists(strategy, max_size=3)


@st.composite
def boxes(draw, step=1 / 8):
    """Boxes on the page or sticking out of it; eighths are exact in binary."""
    x, y = draw(st.integers(-1, WIDTH - 2)), draw(st.integers(-1, HEIGHT - 2))
    size = st.integers(2, 20)
    width, height = draw(size), draw(size)
    shift = draw(st.integers(0, 7)) * step if step < 1 else 0
    return Box(x + shift, y + shift, x + shift + width, y + shift + height)


@st.composite
def polygons(draw):
    """Triangles and pentagons: never the four corners of a box."""
    x0, y0, x1, y1 = draw(boxes())
    more = draw(st.sampled_from([(), ((x0, y1), ((x0 + x1) / 2 - 1 / 16, (y0 + y1) / 2))]))
    return ((x0, y0), (x1, y0), (x1, y1), *more)


def white(path, size=(WIDTH, HEIGHT)):
    """A white image in a file, whatever its suffix says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, "white").save(path, "PNG")
    return path


def image_of(root, name):
    return ComicImage(FileBytes(root / name), name)

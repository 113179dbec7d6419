"""Images: what is seen is what a reader would see, and nothing untrusted costs more than bytes."""

import contextlib
import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from panelwise.comics import ComicImage
from panelwise.errors import InputError, UnsafeInputError


def encoded(image, format_, **options):
    buffer = io.BytesIO()
    image.save(buffer, format_, **options)
    return buffer.getvalue()


def image_of(data):
    return ComicImage.from_bytes(data, "page")


def noise(width=60, height=40, channels=3):
    rng = np.random.default_rng(0)
    return Image.fromarray(rng.integers(0, 256, (height, width, channels), dtype=np.uint8))


def quarters():
    """Red at the top left, green at the top right, blue and white below; 80 × 40."""
    pixels = np.zeros((40, 80, 3), dtype=np.uint8)
    pixels[:20, :40], pixels[:20, 40:] = (255, 0, 0), (0, 255, 0)
    pixels[20:, :40], pixels[20:, 40:] = (0, 0, 255), (255, 255, 255)
    return Image.fromarray(pixels)


def png_chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_announcing(width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 100)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", header)
        + png_chunk(b"IDAT", pixels)
        + png_chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
def test_exif_rotation_is_applied_alike_to_the_size_and_to_the_pixels(format_, orientation):
    # The corner that EXIF says is shown at the top left, by its place in the stored image.
    corner = {1: "r", 2: "g", 3: "w", 4: "b", 5: "r", 6: "b", 7: "w", 8: "g"}[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = image_of(encoded(quarters(), format_, exif=exif, quality=95))
    assert image.size == ((80, 40) if orientation < 5 else (40, 80))
    pixels = image.pixels()
    assert pixels.shape[1::-1] == image.size
    expected = {"r": (255, 0, 0), "g": (0, 255, 0), "b": (0, 0, 255), "w": (255, 255, 255)}[corner]
    assert np.abs(pixels[5, 5].astype(int) - expected).max() < 30


def test_exif_that_stands_behind_the_pixels_of_a_png_turns_neither_size_nor_pixels():
    exif = Image.Exif()
    exif[0x0112] = 6
    data = encoded(quarters(), "PNG")
    end = len(data) - 12
    late = image_of(data[:end] + png_chunk(b"eXIf", exif.tobytes()[6:]) + data[end:])
    assert late.size == late.decode().size == (80, 40)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"format_": "JPEG"}, "image/jpeg"),
        ({"format_": "PNG"}, "image/png"),
        ({"format_": "GIF"}, "image/gif"),
        ({"format_": "BMP"}, "image/bmp"),
        ({"format_": "TIFF", "compression": "tiff_lzw"}, "image/tiff"),
        ({"format_": "WEBP", "lossless": True}, "image/webp"),
        ({"format_": "WEBP", "quality": 50}, "image/webp"),
        ({"format_": "WEBP", "icc_profile": b"x" * 132}, "image/webp"),
        ({"format_": "AVIF"}, "image/avif"),
        ({"format_": "JPEG", "comment": b"x" * 60_000}, "image/jpeg"),
    ],
)
def test_size_and_media_type_come_from_the_header_of_every_format(options, kind):
    image = image_of(encoded(noise(), **options))
    assert (image.size, image.media_type) == ((60, 40), kind)
    assert image.decode().size == (60, 40)


def test_a_jpeg_with_more_pictures_behind_the_first_is_a_jpeg():
    data = encoded(noise(), "MPO", save_all=True, append_images=[noise()])
    image = image_of(data)
    assert (image.media_type, image.size, image.decode().size) == ("image/jpeg", (60, 40), (60, 40))


def test_sixteen_bit_grey_keeps_its_shades():
    ramp = Image.fromarray(np.arange(65536, dtype=np.uint16).reshape(256, 256))
    pixels = image_of(encoded(ramp, "PNG")).pixels()
    assert (pixels[:, 0, 0] == np.arange(256)).all()


def test_transparency_is_shown_over_white():
    clear = Image.new("RGBA", (4, 4), (255, 0, 0, 0))
    assert (image_of(encoded(clear, "PNG")).pixels() == 255).all()
    palette = Image.new("P", (4, 4), 0)
    palette.putpalette([255, 0, 0, 0, 0, 255])
    assert (image_of(encoded(palette, "PNG", transparency=0)).pixels() == 255).all()


def test_cmyk_jpeg_becomes_rgb():
    cyan = Image.new("CMYK", (16, 16), (255, 0, 0, 0))
    red, green, blue = image_of(encoded(cyan, "JPEG")).pixels()[8, 8]
    assert red < 30
    assert min(green, blue) > 200


def test_an_animation_is_its_first_frame():
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert tuple(image_of(data).pixels()[0, 0]) == (255, 0, 0)


def test_a_truncated_jpeg_has_a_size_but_no_pixels():
    data = encoded(noise(300, 300), "JPEG")
    image = image_of(data[: len(data) // 2])
    assert image.size == (300, 300)
    with pytest.raises(
        InputError, match=r"^page: damaged image, cannot be decoded; copy or download it again$"
    ):
        image.pixels()


@pytest.mark.parametrize("size", [(1, 100_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_absurd_dimensions_are_refused_before_decoding(size):
    image = image_of(png_announcing(*size))
    with pytest.raises(UnsafeInputError):
        _ = image.size
    with pytest.raises(UnsafeInputError):
        image.decode()


def test_a_header_that_promises_more_than_the_file_holds_is_a_damaged_image():
    image = image_of(png_announcing(500, 500))
    assert image.size == (500, 500)
    with pytest.raises(InputError, match="damaged"):
        image.decode()


def test_a_long_webtoon_is_opened_without_a_warning(recwarn):
    assert image_of(png_announcing(760, 65_500)).size == (760, 65_500)
    assert not recwarn.list


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "GIF", "TIFF", "WEBP", "BMP", "AVIF"])
def test_garbled_bytes_are_a_users_problem_never_a_crash(format_):
    data = bytearray(encoded(noise(), format_))
    rng = np.random.default_rng(1)
    for _ in range(150):
        garbled = bytearray(data[: rng.integers(1, len(data))])
        for place in rng.integers(0, len(garbled), 8):
            garbled[place] = rng.integers(0, 256)
        with contextlib.suppress(InputError):
            image_of(bytes(garbled)).decode()


def test_a_file_that_is_gone_is_named(tmp_path):
    image = ComicImage.from_path(tmp_path / "gone.png")
    with pytest.raises(InputError, match=r"gone\.png: cannot be read \(No such file"):
        image.read()

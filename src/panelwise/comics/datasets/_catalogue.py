"""The data sets that the papers use. Facts only; what was not found is ``None`` or empty.

Sources stand with every entry. Specification 2.2, 3.2, 4.2, 5.2 and 6.1 say which paper uses what.
"""

from __future__ import annotations

import warnings
from collections.abc import Container

from panelwise.comics.datasets._entry import Count, Dataset
from panelwise.errors import PluginWarning, UnknownNameError
from panelwise.registry import Registry, unknown_name

_NO_LAYOUT = (
    "no file layout was found: put each strip's panels into a folder of its own and use"
    " 'panelwise convert PATH --from panels --out DIR'"
)
_OWNERS = "The comics stay with their owners"

_COMIC_BOOKS = (
    Dataset(
        "comics",
        "COMICS",
        "Golden Age American comic books, cut into panels by a detector, with machine-read text.",
        "The repository carries the MIT licence, and ComicVQA takes it to cover the data; nothing"
        " is said of the scans themselves. Pass on annotations; ask before passing on images.",
        "panelwise convert PATH --from comics --out DIR",
        (
            "github.com/miyyer/comics: setup.sh, create_hdf5.py",
            "arXiv 1611.05118, abstract",
            "ComicVQA, Appendix C",
        ),
        ("https://github.com/miyyer/comics", "https://obj.umiacs.umd.edu/comics/"),
        "MIT",
        "annotation_only",
        ("BOOK/PAGE_PANEL.jpg, numbers all three (raw_panel_images.tar.gz)",),
        ("*/*_*.jpg",),
        (
            Count("books", 3929, "*/*_*.jpg", "folder"),
            Count("panels", None, "*/*_*.jpg", about="over 1.2 million"),
        ),
    ),
    Dataset(
        "comicspap",
        "ComicsPAP",
        "Pick-a-panel questions on Golden Age comics: five skills, panels inside Parquet files.",
        "May be used and passed on, changed too, with credit and under the same licence.",
        "panelwise convert PATH --from comicspap --out DIR (strips of its sequence_filling rows)",
        (
            "huggingface.co/datasets/VLR-CVC/ComicsPAP: card and file list",
            "github.com/llabres/ComicsPAP: data_utils.py",
        ),
        ("https://huggingface.co/datasets/VLR-CVC/ComicsPAP",),
        "CC BY-SA 4.0",
        "full",
        (
            "SKILL/SPLIT-NNNNN-of-NNNNN.parquet, SKILL one of sequence_filling, char_coherence,",
            "visual_closure, text_closure, caption_relevance; SPLIT one of train, val, test",
        ),
        ("sequence_filling/*.parquet",),
        (
            Count("sequence_filling, val", 262, "sequence_filling/val-*.parquet", "row"),
            Count("sequence_filling, test", 932, "sequence_filling/test-*.parquet", "row"),
            Count("char_coherence, val", 143, "char_coherence/val-*.parquet", "row"),
            Count("char_coherence, test", 489, "char_coherence/test-*.parquet", "row"),
            Count("text_closure, val", 259, "text_closure/val-*.parquet", "row"),
            Count("text_closure, test", 924, "text_closure/test-*.parquet", "row"),
            Count("caption_relevance, val", 262, "caption_relevance/val-*.parquet", "row"),
            Count("caption_relevance, test", 932, "caption_relevance/test-*.parquet", "row"),
        ),
    ),
    Dataset(
        "dcm772",
        "DCM772",
        "Pages of Golden Age comics with boxes of panels and characters; one of CoMix's four.",
        "Its pages come from a public-domain collection, say its makers; terms of the annotations"
        " were not found.",
        "panelwise.open(PATH, annotations=PATH), format dcm772; CoMix's COCO files, format coco",
        (
            "fgc.univ-lr.fr/task",
            "github.com/emanuelevivoli/CoMix: docs/datasets/README.md",
            "github.com/IVRL/ComicsDepth, github.com/barisbatuhan/DASS_Detector (file layout)",
        ),
        ("https://gitlab.univ-lr.fr/crigau02/dcm-dataset",),
        layout=("images/BOOK/PAGE.jpg", "groundtruth/BOOK/PAGE.txt"),
        essential=("images/*/*.jpg", "groundtruth/*/*.txt"),
        counts=(
            Count("pages", 772, "images/*/*.jpg"),
            Count("books", 27, "images/*/*.jpg", "folder"),
        ),
    ),
    Dataset(
        "ebdtheque",
        "eBDtheque",
        "Pages from America, Japan and Europe with one SVG of ground truth each; in CoMix.",
        "Scientific, non-commercial use in computer science after a signed request from an academic"
        " address; excerpts may illustrate publications; anything else needs their consent.",
        "panelwise.open(PATH, annotations=PATH), format ebdtheque; its words are not read",
        (
            "ebdtheque.univ-lr.fr/registration (version 3, July 2019)",
            "github.com/IVRL/ComicsDepth: datasets_preparation.py (file layout)",
            "github.com/emanuelevivoli/CoMix: docs/datasets/README.md",
        ),
        ("https://ebdtheque.univ-lr.fr/registration/",),
        layout=("Pages/AUTHOR_TITLE_NN.jpg", "GT/AUTHOR_TITLE_NN.svg"),
        essential=("Pages/*",),
        counts=(Count("pages", 100, "Pages/*"), Count("panels", 850), Count("characters", 1620)),
    ),
)

_MANGA = (
    Dataset(
        "mangazero",
        "MangaZero",
        "Manga spreads with boxes of panels, characters and dialogue and a caption per panel;"
        " CHROMIC takes its Japanese pages from here.",
        f"{_OWNERS}: only annotations and MangaDex addresses are released, about three quarters"
        " of the full set. The card's MIT licence covers the annotations.",
        "panelwise convert PATH --from mangazero --out DIR",
        (
            "github.com/jianzongwu/DiffSensei: README.md, src/datasets/dataset_size_bucket.py",
            "huggingface.co/datasets/jianzongwu/MangaZero: card",
            "github.com/SokolAnn/BenchmarkCards: mangazero.md (counts)",
        ),
        ("https://huggingface.co/datasets/jianzongwu/MangaZero",),
        "MIT",
        "annotation_only",
        (
            "annotations.json, a list of pages: image_path, frames (bbox, caption, characters)",
            "images/…, where the project's script puts the pages",
        ),
        ("annotations.json", "images/**"),
        (Count("pages of the full set", 43_264), Count("panels of the full set", 427_147)),
    ),
    Dataset(
        "manga109",
        "Manga109",
        "109 volumes of Japanese manga as two-page spreads with XML; MangaVQA asks about them.",
        "Academic use only, by application from an academic address; printing in papers is allowed;"
        " the data set may not be passed on. Others publish annotations of their own about it.",
        "panelwise.open(PATH, annotations=PATH), format manga109, with coo/ and manga109dialog/"
        " if they are next to annotations/",
        (
            "huggingface.co/datasets/hal-utokyo/Manga109: card",
            "pypi.org/project/manga109api",
            "MangaVQA, section 3 (counts)",
        ),
        (
            "http://www.manga109.org/en/download.html",
            "https://huggingface.co/datasets/hal-utokyo/Manga109",
        ),
        "own terms",
        "annotation_only",
        ("images/TITLE/NNN.jpg", "annotations/TITLE.xml", "books.txt"),
        ("images/*/*.jpg",),
        (
            Count("volumes", 109, "images/*/*.jpg", "folder"),
            Count("spreads", 10_602, "images/*/*.jpg"),
        ),
    ),
    Dataset(
        "manga109-s",
        "Manga109-s",
        "The 87 volumes of Manga109 that companies may use as well.",
        "By application. Experiments, printing in papers and commercial use of results are allowed;"
        " the data set may not be passed on.",
        "panelwise.open(PATH, annotations=PATH), format manga109",
        ("huggingface.co/datasets/hal-utokyo/Manga109-s: card",),
        ("https://huggingface.co/datasets/hal-utokyo/Manga109-s",),
        "own terms",
        "annotation_only",
        ("as Manga109",),
        ("images/*/*.jpg",),
        (Count("volumes", 87, "images/*/*.jpg", "folder"),),
    ),
    Dataset(
        "mangavqa",
        "MangaVQA",
        "526 questions by people, in Japanese, about spreads of Manga109, with definite answers.",
        "The questions are published; the spreads are Manga109's, on its terms. No licence of the"
        " test set was found (its training set names CC BY 4.0); ask before passing it on.",
        "panelwise convert PATH --from mangavqa --out DIR; PATH holds the questions and Manga109's"
        " annotations/ and images/ (not checked on real files)",
        (
            "github.com/manga109/MangaLMM: evaluation/inference_VQA.py (columns, image names)",
            "huggingface.co/collections/hal-utokyo/mangavqa-and-mangaocr (count)",
        ),
        ("https://huggingface.co/datasets/hal-utokyo/MangaVQA",),
        layout=(
            "columns title, image_number, question, answer, required_info, w5h1,",
            "understanding_type, as Parquet; beside them Manga109's layout",
        ),
        counts=(Count("questions", 526),),
    ),
    Dataset(
        "openmantra",
        "OpenMantra",
        "Five manga with panels, texts in order, and translations into English and Chinese.",
        "May be used and passed on with credit, not commercially.",
        "panelwise.open(PATH)",
        (
            "github.com/mantra-inc/open-mantra-dataset: README.md",
            "the reference comics of this project (licence)",
        ),
        ("https://github.com/mantra-inc/open-mantra-dataset",),
        "CC BY-NC 4.0",
        "full",
        ("annotation.json", "images/TITLE/LANGUAGE/NNN.jpg"),
        ("annotation*.json", "images/*/ja/*"),
        (Count("books", 5, "images/*/ja/*", "folder"),),
    ),
    Dataset(
        "popmanga",
        "PopManga",
        "Pages of popular manga with boxes, character clusters and speakers; in CoMix.",
        f"{_OWNERS}: the annotations are given after accepting conditions, and a script fetches"
        " the pages from the publisher's site.",
        "panelwise.open(PATH, annotations=PATH), format popmanga",
        (
            "huggingface.co/datasets/ragavsachdeva/popmanga_test: card and loader",
            "github.com/emanuelevivoli/CoMix: docs/datasets/README.md",
        ),
        (
            "https://huggingface.co/datasets/ragavsachdeva/popmanga_test",
            "https://github.com/ragavsachdeva/magi",
        ),
        layout=("annotations/SERIES/…/PAGE.jpg.json", "images/SERIES/…/PAGE.jpg"),
        essential=("annotations/**/*.json",),
    ),
)

_STRIPS = (
    Dataset(
        "mementos",
        "Mementos (comics)",
        "Wordless multi-panel comics, one image per sequence, with a description of the whole;"
        " CHROMIC takes its western pages without dialogue from here.",
        "No licence was found; ask before passing anything on.",
        "panelwise convert PATH --from mementos --out DIR; a reader finds the panels, descriptions"
        " become summaries of the stories",
        (
            "github.com/si0wang/Mementos: cmc_description.csv",
            "huggingface.co/datasets/furonghuang-lab/Mementos: file list",
            "alphaxiv.org, benchmark page of arXiv 2401.10529 (counts)",
        ),
        (
            "https://github.com/umd-huang-lab/Mementos",
            "https://huggingface.co/datasets/furonghuang-lab/Mementos",
        ),
        layout=("comics/SPLIT/cmc_N.png", "cmc_description.csv: image_name, gt_description"),
        essential=("comics/*/cmc_*.png",),
        counts=(Count("comic sequences", 155, "comics/*/cmc_*.png"),),
    ),
    Dataset(
        "yesbut",
        "YESBUT",
        "Two-panel comics whose humour is a contradiction, with titles, morals and panel boxes.",
        f"{_OWNERS}: only annotations and addresses of the images are released. No licence of the"
        " annotations was found.",
        "panelwise convert PATH --from yesbut --out DIR",
        ("github.com/Tuo-Liang/YESBUT: README.md and file list",),
        ("https://github.com/Tuo-Liang/YESBUT",),
        layout=(
            "data/YesBut_data.json, or that file beside the images: image_file, bounding_box",
            "NNNNN.jpg, where you have put the images",
        ),
        essential=("**/?es?ut_data.json", "**/*.jpg"),
        counts=(Count("comics", None, "**/*.jpg"),),
    ),
    Dataset(
        "comset",
        "ComSet",
        "Comic strips with dialogue (Agrawal et al., 2023); CHROMIC takes its western pages from"
        " here.",
        f"{_OWNERS}; no terms were found.",
        _NO_LAYOUT,
        ("CHROMIC, section 3 and Table 1",),
    ),
    Dataset(
        "gocomics",
        "GoComics, by links",
        "Strips such as Peanuts that StripCipher and CHROMIC point to by address.",
        f"{_OWNERS} and the site's terms bind; the papers release addresses, no images. Keep what"
        " you have a right to, and pass on annotations without images.",
        _NO_LAYOUT,
        ("StripCipher, section 3 and Appendix A; specification 2.3 and 3.3",),
        ("https://www.gocomics.com/",),
        passing_on="annotation_only",
    ),
)

_BENCHMARKS = (
    Dataset(
        "chromic",
        "CHROMIC",
        "Panel and description reordering and chronological questions on pages of three kinds.",
        "Annotations and links to the originals, no images. No licence was found.",
        _NO_LAYOUT,
        ("CHROMIC, first page and section 3; specification 2.2",),
        ("https://github.com/daydayup586/ChROMIC",),
        counts=(Count("pages", 998), Count("panels", 6700), Count("annotated instances", 1900)),
    ),
    Dataset(
        "stripcipher",
        "StripCipher",
        "Frame prediction, comprehension and reordering of silent strips.",
        "The work is under CC BY-NC; of the strips only addresses are released.",
        _NO_LAYOUT,
        ("StripCipher, Table 3 and Appendix A; specification 3.2",),
        licence="CC BY-NC",
        passing_on="annotation_only",
        counts=(Count("strips", 896), Count("samples", 2170)),
    ),
    Dataset(
        "comicvqa",
        "ComicVQA",
        "Missing panel and panel sorting on Golden Age comics.",
        "Built from COMICS and from the Digital Comic Museum; no licence of its own was found.",
        _NO_LAYOUT,
        ("ComicVQA, sections 3.3 and Appendix C; specification 5.2",),
        counts=(Count("questions", 6157),),
    ),
)

OTHERS = Registry("data set", "panelwise.datasets")
DATASETS = (*_BENCHMARKS, *_COMIC_BOOKS, *_MANGA, *_STRIPS)


def all_datasets() -> tuple[Dataset, ...]:
    """The papers' data sets and those of installed packages, by name.

    Packages register theirs under the entry point group ``panelwise.datasets``. One that can't be
    imported, or has a name of ours, is left out with a warning.
    """
    ours = {one.name: one for one in DATASETS}
    others: dict[str, Dataset] = {}
    for name, found in OTHERS.working():
        fault = _fault(name, found, ours)
        if fault:
            warnings.warn(f"the data set '{name}' {fault}; left out", PluginWarning, stacklevel=2)
        else:
            others[name] = found
    return tuple(one for _, one in sorted((ours | others).items()))


def _fault(name: str, found: object, ours: Container[str]) -> str:
    """Why a registered object is no entry of the catalogue; empty if it is one."""
    if not isinstance(found, Dataset):
        return f"is a {type(found).__name__}, not a panelwise.comics.datasets.Dataset"
    if found.name != name or name != name.lower():
        return f"calls itself '{found.name}'; the two must be the same, in lower case"
    return "has a name that is taken" if name in ours else ""


def dataset_names() -> list[str]:
    """The names of all data sets in the catalogue, sorted."""
    return [one.name for one in all_datasets()]


def get_dataset(name: str) -> Dataset:
    """The catalogue's entry, whatever the case of its name.

    Raises:
        UnknownNameError: when there is none.

    >>> get_dataset("COMICS").licence
    'MIT'
    """
    for one in all_datasets():
        if one.name == name.lower():
            return one
    raise UnknownNameError(unknown_name("data set", name, dataset_names(), "panelwise data"))

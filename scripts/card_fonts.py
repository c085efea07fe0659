"""Makes the fonts of result images: `uv run --with fonttools python -m scripts.card_fonts FONT.ttc`.

FONT.ttc is NotoSansCJK-Bold.ttc of Debian's package fonts-noto-cjk (SIL Open Font License). Of its
faces only the glyphs that the images use are kept: Latin, Cyrillic and the words in locale/.
Run it again when a test finds a word whose glyphs are missing.
"""

import os
import sys
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

BASE = Path(__file__).resolve().parent.parent
FACES = {"ja": 0, "ko": 1, "zh-hant": 3}  # their places in the collection
ALPHABETS = (range(0x20, 0x7F), range(0xA0, 0x180), range(0x400, 0x460), range(0x2010, 0x2027))


def main() -> None:
    """Write one font for each language that needs its own forms of the characters."""
    import django
    from fontTools import subset  # type: ignore[import-not-found]
    from fontTools.ttLib import TTCollection  # type: ignore[import-not-found]

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for language, face in FACES.items():
        font: Any = TTCollection(sys.argv[1]).fonts[face]
        options = subset.Options(
            layout_features=["kern"], hinting=False, desubroutinize=True, name_IDs=[0, 13, 14]
        )
        maker = subset.Subsetter(options)
        maker.populate(unicodes={code for alphabet in ALPHABETS for code in alphabet}, text=words(language))
        maker.subset(font)
        target = BASE / "leaderboards" / "fonts" / f"{language}.otf"
        font.save(target)
        print(f"{target.relative_to(BASE)}: {target.stat().st_size:,} bytes")


def words(language: str) -> str:
    """Return every character of the texts in *language* that images may show."""
    from leaderboards.cards import MESSAGES  # not before Django is set up

    folder = language.replace("-h", "_H")
    with (BASE / "locale" / folder / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale=folder)
    found = [catalogue[message].string for message in MESSAGES]
    return "".join("".join(text) if isinstance(text, tuple) else str(text) for text in found)


if __name__ == "__main__":
    main()

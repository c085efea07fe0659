"""Compiling translations in plain Python."""

import gettext
import os
from pathlib import Path

from config.messages import compile_messages

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} ход"
msgstr[1] "{count} хода"
msgstr[2] "{count} ходов"
"""


class TestCompileMessages:
    def test_makes_what_gettext_reads_plurals_included(self, tmp_path: Path):
        source = tmp_path / "ru" / "LC_MESSAGES" / "django.po"
        source.parent.mkdir(parents=True)
        source.write_text(CATALOGUE)
        assert compile_messages(tmp_path) == 1
        words = gettext.translation("django", tmp_path, ["ru"])
        found = [words.ngettext("{count} move", "{count} moves", n) for n in (1, 22, 11)]
        assert found == ["{count} ход", "{count} хода", "{count} ходов"]

    def test_does_nothing_twice(self, tmp_path: Path):
        source = tmp_path / "zh_Hant" / "LC_MESSAGES" / "django.po"
        source.parent.mkdir(parents=True)
        source.write_text(CATALOGUE)
        assert [compile_messages(tmp_path), compile_messages(tmp_path)] == [1, 0]
        later = source.with_suffix(".mo").stat().st_mtime + 10
        os.utime(source, (later, later))
        assert compile_messages(tmp_path) == 1

"""The translations of what the server says: complete, and true to the facts in them."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from config.problem_table import FIELD_MESSAGES, KINDS

ROOT = Path(settings.BASE_DIR)
LOCALES = ("ko", "zh_Hant", "ja", "ru")
_FACT = re.compile(r"\{\w+\}|%\(\w+\)[ds]")
_CALLS = ("_", "gettext", "gettext_lazy", "ngettext")


def sources():
    for folder in ("config", "players", "games", "leaderboards"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def spoken():
    """Yield every text that our code has translated, with where it is."""
    for source in sources():
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _CALLS and node.args:
                text = node.args[0]
                assert isinstance(text, ast.Constant), f"{source}: only plain texts can be translated"
                yield text.value, source.name


@pytest.fixture(params=LOCALES)
def catalogue(request):
    with (ROOT / "locale" / request.param / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=request.param, abort_invalid=True)


def first(text):
    return text[0] if isinstance(text, (tuple, list)) else text


class TestCatalogue:
    def test_has_every_message(self, catalogue):
        known = {first(message.id) for message in catalogue if message.id and all(_forms(message))}
        assert [(text, where) for text, where in spoken() if text not in known] == []

    def test_has_words_for_every_problem(self, catalogue):
        words = [
            words for kind in KINDS.values() for words in (kind.title, kind.detail, *kind.reasons.values())
        ]
        texts = {_original(each) for each in [*words, *FIELD_MESSAGES.values()]}
        assert len(texts) > 120
        assert [text for text in texts if not catalogue.get(text) or not catalogue.get(text).string] == []

    def test_keeps_every_fact(self, catalogue):
        for message in catalogue:
            if message.id:
                for form in _forms(message):
                    assert sorted(_FACT.findall(form)) == sorted(_FACT.findall(first(message.id))), message.id

    def test_has_nothing_that_nobody_says(self, catalogue):
        said = {text for text, _where in spoken()}
        assert [message.id for message in catalogue if message.id and first(message.id) not in said] == []

    def test_is_not_fuzzy(self, catalogue):
        assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def _forms(message):
    return message.string if isinstance(message.string, tuple) else (message.string,)


def _original(words):
    """Return the English text behind a lazy one."""
    return words._args[0] if hasattr(words, "_args") else str(words)

"""A game's things as people call them, in the language in force."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games import engine


def variant_text(facts: engine.Variant) -> str:
    """Return a variant's name: ``Spider, 2 suits``."""
    name = gettext("Spider") if facts.game == "spider" else gettext("Spiderette")
    suits = ngettext("%(count)d suit", "%(count)d suits", facts.suits) % {"count": facts.suits}
    return f"{name}, {suits}"


def clock_text(seconds: int) -> str:
    """Return a length of time as a clock shows it.

    >>> [clock_text(seconds) for seconds in (0, 247, 3_729)]
    ['0:00', '4:07', '1:02:09']
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

"""Room in each page for new versions of its rows.

A game's row is written a hundred times. In a page that is half empty a new version fits beside
the old one, so no index needs to be touched (HOT).
"""

from django.db import migrations


class Migration(migrations.Migration):
    """Sets the fill factor; pages written before keep theirs."""

    dependencies = [("games", "0005_hints")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE games_game SET (fillfactor = 50)", "ALTER TABLE games_game RESET (fillfactor)"
        ),
    ]

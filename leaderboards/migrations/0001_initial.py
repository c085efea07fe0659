import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Bar',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('histogram', models.PositiveSmallIntegerField(choices=[(1, 'moves'), (2, 'moves, undos, minute'), (3, 'minute'), (4, 'second')])),
                ('key_1', models.IntegerField()),
                ('key_2', models.IntegerField(default=0)),
                ('key_3', models.IntegerField(default=0)),
                ('ranked_count', models.PositiveIntegerField(default=0)),
                ('pure_count', models.PositiveIntegerField(default=0)),
                ('all_count', models.PositiveIntegerField(default=0)),
                ('bot_count', models.PositiveIntegerField(default=0)),
                ('finisher_count', models.PositiveIntegerField(default=0, help_text="Those in the daily's statistics.")),
            ],
        ),
        migrations.CreateModel(
            name='DailyStreak',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(blank=True, choices=[('spider-1', 'spider-1'), ('spider-2', 'spider-2'), ('spider-4', 'spider-4'), ('spiderette-1', 'spiderette-1'), ('spiderette-2', 'spiderette-2'), ('spiderette-4', 'spiderette-4')], help_text='Empty: a win in any variant makes the date.', max_length=16)),
                ('length', models.PositiveIntegerField(default=0)),
                ('best', models.PositiveIntegerField(default=0)),
                ('last_date', models.DateField(null=True)),
                ('computed_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moves', models.PositiveIntegerField()),
                ('undos', models.PositiveIntegerField()),
                ('seconds', models.PositiveIntegerField(help_text='Whole seconds, rounded down.')),
                ('negated_score', models.IntegerField(help_text='Minus the score, so that every order ascends.')),
                ('is_ranked', models.BooleanField(help_text="An account at the game's start, no solver hint, no bot.")),
                ('is_pure', models.BooleanField(help_text='Ranked, with no undo and no hint at all.')),
                ('is_bot', models.BooleanField()),
                ('is_in_statistics', models.BooleanField(default=True, help_text="The player's switch at the win; it holds for this daily for good.")),
                ('is_counted', models.BooleanField(default=True, help_text='Neither is it disqualified nor its player banned: it stands on the boards.')),
                ('finished_at', models.DateTimeField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('disqualified_at', models.DateTimeField(blank=True, null=True)),
                ('disqualify_reason', models.CharField(blank=True, help_text='Public.', max_length=200)),
            ],
            options={
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(choices=[('spider-1', 'spider-1'), ('spider-2', 'spider-2'), ('spider-4', 'spider-4'), ('spiderette-1', 'spiderette-1'), ('spiderette-2', 'spiderette-2'), ('spiderette-4', 'spiderette-4')], max_length=16)),
                ('kind', models.CharField(choices=[('daily', 'Daily'), ('practice', 'Practice')], max_length=8)),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('streak', models.PositiveIntegerField(default=0, help_text='Wins since the last game not won.')),
                ('best_streak', models.PositiveIntegerField(default=0)),
                ('best_seconds', models.PositiveIntegerField(null=True)),
                ('fewest_moves', models.PositiveIntegerField(null=True)),
                ('last_ended_at', models.DateTimeField(null=True)),
                ('computed_at', models.DateTimeField(help_text='What happened up to here is counted.')),
            ],
        ),
        migrations.CreateModel(
            name='Contestant',
            fields=[
            ],
            options={
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('players.player',),
        ),
        migrations.AddField(
            model_name='bar',
            name='daily',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.daily'),
        ),
        migrations.AddField(
            model_name='dailystreak',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='daily_streaks', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='entry',
            name='daily',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.daily'),
        ),
        migrations.AddField(
            model_name='entry',
            name='game',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='games.game'),
        ),
        migrations.AddField(
            model_name='entry',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='record',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='records', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='bar',
            constraint=models.UniqueConstraint(fields=('daily', 'histogram', 'key_1', 'key_2', 'key_3'), name='one_bar_per_key'),
        ),
        migrations.AddConstraint(
            model_name='dailystreak',
            constraint=models.UniqueConstraint(fields=('player', 'variant'), name='one_daily_streak_per_variant'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_ranked', True)), fields=['daily', 'moves', 'undos', 'seconds', 'finished_at', 'id'], name='board_ranked_moves'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_ranked', True)), fields=['daily', 'seconds', 'moves', 'finished_at', 'id'], name='board_ranked_time'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_pure', True)), fields=['daily', 'moves', 'undos', 'seconds', 'finished_at', 'id'], name='board_pure_moves'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_pure', True)), fields=['daily', 'seconds', 'moves', 'finished_at', 'id'], name='board_pure_time'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_bot', False)), fields=['daily', 'moves', 'undos', 'seconds', 'finished_at', 'id'], name='board_all_moves'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_bot', False)), fields=['daily', 'seconds', 'moves', 'finished_at', 'id'], name='board_all_time'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_bot', True)), fields=['daily', 'moves', 'undos', 'seconds', 'finished_at', 'id'], name='board_bot_moves'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', True), ('is_bot', True)), fields=['daily', 'seconds', 'moves', 'finished_at', 'id'], name='board_bot_time'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_counted', False)), fields=['daily'], name='uncounted_entries'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('is_in_statistics', False)), fields=['daily'], name='entries_out_of_statistics'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('daily', 'player'), name='one_entry_per_player_and_daily'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('is_pure', False), ('is_ranked', True), _connector='OR'), name='pure_is_ranked'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('is_ranked', False), ('is_bot', False), _connector='OR'), name='ranked_is_no_bot'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('is_counted', False), ('disqualified_at__isnull', True), _connector='OR'), name='disqualified_is_not_counted'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.UniqueConstraint(fields=('player', 'variant', 'kind'), name='one_record_per_variant_and_kind'),
        ),
    ]

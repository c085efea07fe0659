import django.db.models.deletion
import django.utils.timezone
import games.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Daily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
                ('variant', models.CharField(choices=[('spider-1', 'spider-1'), ('spider-2', 'spider-2'), ('spider-4', 'spider-4'), ('spiderette-1', 'spiderette-1'), ('spiderette-2', 'spiderette-2'), ('spiderette-4', 'spiderette-4')], max_length=16)),
                ('commitment', models.CharField(help_text='sha256: and 64 hex digits, published before it opens.', max_length=80)),
                ('opens_at', models.DateTimeField()),
                ('closes_at', models.DateTimeField(help_text='Exclusive: a ranked game begins before it.')),
                ('final_at', models.DateTimeField(help_text='Exclusive: a ranked win comes before it. All is revealed from here on.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('voided_at', models.DateTimeField(blank=True, null=True)),
                ('void_reason', models.CharField(blank=True, help_text='Public.', max_length=200)),
            ],
            options={
                'verbose_name_plural': 'dailies',
                'ordering': ['-date', 'variant'],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.CharField(db_collation='C', default=games.models.new_game_id, editable=False, max_length=32, primary_key=True, serialize=False)),
                ('variant', models.CharField(choices=[('spider-1', 'spider-1'), ('spider-2', 'spider-2'), ('spider-4', 'spider-4'), ('spiderette-1', 'spiderette-1'), ('spiderette-2', 'spiderette-2'), ('spiderette-4', 'spiderette-4')], max_length=16)),
                ('source', models.CharField(choices=[('daily', 'Daily'), ('archive', 'Archive'), ('number', 'Number'), ('code', 'Code'), ('random', 'Random'), ('solvable', 'Solvable')], max_length=8)),
                ('number', models.BigIntegerField(blank=True, help_text='Deal number, of numbered deals only.', null=True)),
                ('attempt', models.PositiveIntegerField(blank=True, help_text="From 1, among this player's goes at the daily.", null=True)),
                ('is_first_go', models.BooleanField(default=False, help_text='The ranked go of this player at the daily.')),
                ('begun_as_guest', models.BooleanField(default=False)),
                ('is_bot', models.BooleanField(default=False, help_text='A bot account or bot-scoped token played in it.')),
                ('is_assisted', models.BooleanField(default=False, help_text='A solver hint was taken.')),
                ('deal', models.TextField(db_collation='C', help_text='The full order of the cards; secret.')),
                ('position', models.TextField(db_collation='C', help_text='Position text; secret.')),
                ('log', models.TextField(blank=True, db_collation='C', default='')),
                ('log_tail', models.TextField(blank=True, db_collation='C', default='')),
                ('status', models.CharField(choices=[('open', 'Open'), ('won', 'Won'), ('given_up', 'Given Up')], default='open', max_length=8)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('moves', models.PositiveIntegerField(default=0)),
                ('sequences', models.PositiveSmallIntegerField(default=0)),
                ('actions', models.PositiveIntegerField(default=0)),
                ('stock_deals', models.PositiveIntegerField(default=0)),
                ('undos', models.PositiveIntegerField(default=0)),
                ('hints', models.PositiveIntegerField(default=0)),
                ('time_ms', models.PositiveBigIntegerField(default=0)),
                ('request_seq', models.IntegerField(help_text='The seq that the last accepted request was made on.', null=True)),
                ('request_hash', models.BinaryField(help_text='Hash of the last accepted request.', max_length=32, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun_at', models.DateTimeField(blank=True, help_text='When the first command was accepted. Written once, so an index may hold it.', null=True)),
                ('acted_at', models.DateTimeField(default=django.utils.timezone.now, help_text='When the last command was accepted.')),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(help_text='The version of the game that it was asked on.')),
                ('mode', models.CharField(choices=[('visible', 'Visible'), ('solver', 'Solver')], max_length=8)),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('found', 'Found'), ('not_found_within_limit', 'Not Found'), ('proven_lost', 'Lost')], max_length=24)),
                ('token', models.CharField(blank=True, help_text='The move it advises, once that is found.', max_length=5)),
                ('reference', models.CharField(blank=True, help_text='What looks best to the player; empty where no move is legal.', max_length=5)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('deadline_at', models.DateTimeField(help_text='A pending hint is not searched for after it.')),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='DailySecret',
            fields=[
                ('daily', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='games.daily')),
                ('seed', models.BinaryField(max_length=32)),
                ('line', models.TextField(blank=True, help_text='A winning line, tokens joined by spaces; empty before a solver ran.')),
                ('par', models.PositiveIntegerField(help_text='The fewest moves known to win.', null=True)),
                ('solve_statistics', models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.AddIndex(
            model_name='daily',
            index=models.Index(fields=['final_at'], name='daily_final_at'),
        ),
        migrations.AddIndex(
            model_name='daily',
            index=models.Index(condition=models.Q(('voided_at__isnull', False)), fields=['voided_at'], name='void_dailies'),
        ),
        migrations.AddConstraint(
            model_name='daily',
            constraint=models.UniqueConstraint(fields=('date', 'variant'), name='one_daily_per_date_and_variant'),
        ),
        migrations.AddConstraint(
            model_name='daily',
            constraint=models.CheckConstraint(condition=models.Q(('opens_at__lt', models.F('closes_at')), ('closes_at__lte', models.F('final_at'))), name='daily_instants_in_order'),
        ),
        migrations.AddField(
            model_name='game',
            name='daily',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.daily'),
        ),
        migrations.AddField(
            model_name='game',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='hint',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='given_hints', to='games.game'),
        ),
        migrations.AddConstraint(
            model_name='dailysecret',
            constraint=models.CheckConstraint(condition=models.Q(('line', ''), ('par__isnull', False), _connector='OR'), name='daily_line_has_par'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['player', '-created_at', 'id'], name='games_of_player'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('begun_at__isnull', False), ('is_bot', False), ('is_first_go', True)), fields=['daily', 'begun_at'], name='challengers_of_daily'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('is_first_go', True)), fields=('player', 'daily'), name='one_first_go_per_daily'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('daily__isnull', False), ('status', 'open')), fields=('player', 'daily'), name='one_open_game_per_daily'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('daily__isnull', False)), fields=('player', 'daily', 'attempt'), name='one_game_per_attempt'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('status', 'open')), models.Q(models.Q(('status', 'open'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='finished_game_has_finished_at'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('daily__isnull', True), ('attempt__gte', 1), _connector='OR'), name='daily_game_has_attempt'),
        ),
        migrations.AddIndex(
            model_name='hint',
            index=models.Index(condition=models.Q(('state', 'pending')), fields=['deadline_at'], name='pending_hints'),
        ),
        migrations.AddConstraint(
            model_name='hint',
            constraint=models.UniqueConstraint(fields=('game', 'seq', 'mode'), name='one_hint_per_seq_and_mode'),
        ),
        # Room in each page for new versions of its rows: a game's row is written a hundred times, and in
        # a page that is half empty a new version fits beside the old one, so that no index is touched.
        migrations.RunSQL(
            'ALTER TABLE games_game SET (fillfactor = 50)', 'ALTER TABLE games_game RESET (fillfactor)'
        ),
    ]

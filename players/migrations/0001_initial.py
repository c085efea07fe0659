import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('name', models.CharField(help_text='As shown: 3 to 20 visible characters, or Guest-NNNN.', max_length=40)),
                ('name_key', models.CharField(help_text='NFKC, case-folded, confusables mapped: equal for look-alikes.', max_length=160, unique=True)),
                ('email', models.EmailField(blank=True, help_text='Optional; serves password reset only.', max_length=254)),
                ('locale', models.CharField(blank=True, help_text="Preferred language, empty for the caller's.", max_length=10)),
                ('preferences', models.JSONField(blank=True, default=dict)),
                ('is_guest', models.BooleanField(default=True)),
                ('is_bot', models.BooleanField(default=False)),
                ('is_listed', models.BooleanField(default=True, help_text='Off: boards show a hidden row, the profile answers 404.')),
                ('is_in_statistics', models.BooleanField(default=True)),
                ('is_active', models.BooleanField(default=True, help_text='Off once erased.')),
                ('is_staff', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('claimed_at', models.DateTimeField(blank=True, help_text='When the account began to exist.', null=True)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now, help_text='Coarse: at most one write an hour.')),
                ('banned_at', models.DateTimeField(blank=True, null=True)),
                ('ban_reason', models.CharField(blank=True, help_text='Public.', max_length=200)),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(max_length=200)),
                ('key', models.CharField(max_length=255)),
                ('request_hash', models.BinaryField(help_text='SHA-256 of the body.', max_length=32)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('status', models.PositiveSmallIntegerField(help_text='Null while the first request still runs.', null=True)),
                ('headers', models.JSONField(default=dict)),
                ('body', models.TextField(blank=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('prefix', models.CharField(db_collation='C', max_length=12, unique=True)),
                ('digest', models.BinaryField(help_text="SHA-256 of the token's text.", max_length=32)),
                ('kind', models.CharField(choices=[('guest', 'Guest'), ('personal', 'Personal')], max_length=8)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), default=list, size=None)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, help_text='Coarse: at most one write an hour.', null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_guest', True)), fields=['last_seen_at'], name='idle_guests'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='player_email'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_in_statistics', False)), fields=['id'], name='players_out_of_statistics'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('is_guest', True), ('claimed_at__isnull', False), ('is_staff', True), _connector='OR'), name='account_has_claimed_at'),
        ),
        migrations.AddIndex(
            model_name='idempotencykey',
            index=models.Index(fields=['created_at'], name='idempotency_age'),
        ),
        migrations.AddConstraint(
            model_name='idempotencykey',
            constraint=models.UniqueConstraint(fields=('player', 'path', 'key'), name='one_answer_per_idempotency_key'),
        ),
    ]

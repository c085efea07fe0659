"""The one reader of the environment: typed, and loud about what is missing.

`ORBWEAVER_ENV=production` refuses to start without everything it must be told. The default,
`local`, needs nothing: it runs on embedded services and makes up its own secret.
docs/operations.md lists every variable.
"""

import logging
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import logs, openapi_settings, secret, static_files
from config.embedded.paths import Places

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

ENVIRONMENT = env.str("ORBWEAVER_ENV", default="local")
if ENVIRONMENT not in ("local", "production"):
    raise ImproperlyConfigured(f"ORBWEAVER_ENV is {ENVIRONMENT!r}; it must be local or production.")
PRODUCTION = ENVIRONMENT == "production"


def _needed(name: str) -> str:
    """Return a variable that production cannot do without; empty elsewhere if unset."""
    value = str(env.str(name, default=""))
    if PRODUCTION and not value:
        raise ImproperlyConfigured(f"{name} must be set when ORBWEAVER_ENV is production.")
    return value


def _time_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ImproperlyConfigured(f"DAILY_TIME_ZONE names no time zone: {name!r}.") from error


def _quotas(parts: list[str]) -> dict[str, int]:
    quotas = {}
    for part in parts:
        name, _, calls = part.partition("=")
        if not re.fullmatch("[0-9]{1,12}", calls) or int(calls) == 0:
            raise ImproperlyConfigured(f"RATE_LIMIT_QUOTAS must be name=calls, calls above 0, not {part!r}.")
        quotas[name] = int(calls)
    return quotas


DEBUG = env.bool("DEBUG", default=False)
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured(
        "DEBUG must be off when ORBWEAVER_ENV is production: it shows code and secrets."
    )

# Where everything lives that is not code. Tests keep theirs apart from the data of `make run`.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()
EMBEDDED_DIR = VAR_DIR / "test" if "PYTEST_VERSION" in os.environ else VAR_DIR
_places = Places(EMBEDDED_DIR)

_given_secret = _needed("SECRET_KEY")
SECRET_KEY = secret.check(_given_secret) if PRODUCTION else secret.local(VAR_DIR, _given_secret)

# --- Addresses ------------------------------------------------------------------------------

PORT = env.int("PORT", default=8000)
PUBLIC_URL = (_needed("PUBLIC_URL") or f"http://localhost:{PORT}").rstrip("/")
_public = urlsplit(PUBLIC_URL)
if _public.scheme not in ("http", "https") or not _public.hostname:
    raise ImproperlyConfigured(f"PUBLIC_URL is no web address: {PUBLIC_URL!r}.")
_HTTPS = _public.scheme == "https"
if PRODUCTION and not _HTTPS and _public.hostname not in ("localhost", "127.0.0.1"):
    raise ImproperlyConfigured("PUBLIC_URL must begin with https:// unless it is localhost.")

ALLOWED_HOSTS = [_public.hostname, *env.list("ALLOWED_HOSTS", default=[])]
if not PRODUCTION:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]

# How many proxies in front of us append to X-Forwarded-For; 0 means that the header is not believed.
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# --- Apps -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "players",
    "games",
    "leaderboards",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "csp",
    "django_structlog",
]

MIDDLEWARE = [
    "config.metrics.RequestMetrics",
    "django_structlog.middlewares.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.problems.ProblemMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database, cache, tasks -----------------------------------------------------------------

_database_url = _needed("DATABASE_URL")
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL") if _database_url else _places.database(),
}
DATABASES["default"] |= {
    # Reconnecting for every request would cost five sixths of the throughput.
    "CONN_MAX_AGE": env.int("CONN_MAX_AGE", default=600),
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        # Statements are prepared at first use: a move costs a quarter less here, half in the database.
        "server_side_binding": True,
        "prepare_threshold": 1,
        "connect_timeout": 3,
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = _needed("REDIS_URL") or _places.redis_url()
# A cache that is away must cost a request next to nothing.
REDIS_TIMEOUT_S = 0.5
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "orbweaver",
        "OPTIONS": {"socket_connect_timeout": REDIS_TIMEOUT_S, "socket_timeout": REDIS_TIMEOUT_S},
    }
}
SESSION_ENGINE = "players.sessions"

CELERY_BROKER_URL = REDIS_URL
if REDIS_URL.startswith("unix://"):
    # The same socket in Celery's spelling.
    CELERY_BROKER_URL = REDIS_URL.replace("unix", "redis+socket", 1).replace("?db=", "?virtual_host=")
# Long searches; see config/celery.py.
CELERY_TASK_ROUTES = {
    "games.tasks.prepare_dailies": {"queue": "par"},
    "games.tasks.shorten_par": {"queue": "par"},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# Whoever sends a task gives up at once when the broker is away: the next sweep makes up for it.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the longest task, or it would be given to a second worker.
    "visibility_timeout": 30 * 60,
    "socket_connect_timeout": REDIS_TIMEOUT_S,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_TIMEZONE = "UTC"

# --- Players --------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
# A player is found by `name_key`, which is unique and follows from the name.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
AUTHENTICATION_BACKENDS = ["players.backends.GuardedBackend"]
PASSWORD_HASHERS = ["players.hashers.ModestArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="") or f"orbweaver@{_public.hostname}"

# --- Language and time ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("ko", "한국어"),
    ("zh-hant", "繁體中文"),
    ("ja", "日本語"),
    ("ru", "Русский"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# The zone whose midnights bound a daily.
DAILY_TIME_ZONE = _time_zone(env.str("DAILY_TIME_ZONE", default="UTC"))

# --- Page and files -------------------------------------------------------------------------

WHITENOISE_ADD_HEADERS_FUNCTION = static_files.add_headers
WHITENOISE_IMMUTABLE_FILE_TEST = static_files.IMMUTABLE
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
# The built page; `manage.py collectstatic` gathers it with the admin's files, and docs/architecture.md
# says how it gets from there to a browser.
PAGE_DIR = BASE_DIR / "frontend" / "dist"
STATICFILES_DIRS = [PAGE_DIR] if PAGE_DIR.exists() else []
# Compressing takes half a minute, at every collectstatic: worth it for an image only.
_compressed = env.bool("STATIC_COMPRESSED", default=PRODUCTION)
_statics = "whitenoise.storage.CompressedStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": _statics if _compressed else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- API ------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.api.auth.TokenAuthentication",
        "players.api.auth.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api.StrictJSONParser"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "config.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "config.problems.exception_handler",
    "NUM_PROXIES": TRUSTED_PROXY_COUNT,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNICODE_JSON": True,
}
SPECTACULAR_SETTINGS = openapi_settings.SPECTACULAR
# Quotas other than those in players/throttling.py, such as RATE_LIMIT_QUOTAS="guests=60,moves=12000".
RATE_LIMIT_QUOTAS = _quotas(env.list("RATE_LIMIT_QUOTAS", default=[]))

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# Anybody's page may call the API with a token or with none; a cookie never travels along.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "last-event-id",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Link",
    "Location",
    "Idempotent-Replayed",
]

# --- Security -------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60  # browsers keep a cookie no longer; a guest lives as long
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.problems.csrf_failure"
if _HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked from inside, without the proxy
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- Logs and metrics -----------------------------------------------------------------------

LOGGING = logs.config(
    level=env.str("LOG_LEVEL", default="INFO" if PRODUCTION else "WARNING"),
    as_json=env.bool("LOG_JSON", default=True),
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# One line a request, when it is answered, is enough.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
# Asking whose session it is would cost every call of the page two reads, and keys of people do
# not belong in logs.
DJANGO_STRUCTLOG_USER_ID_FIELD = ""

# A port for each process of one machine or container, never behind the public proxy; empty means none.
METRICS_PORTS = env.str("METRICS_PORTS", default="")
METRICS_ADDRESS = env.str("METRICS_ADDRESS", default="127.0.0.1")

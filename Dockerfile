# One image for every process of the service: web, workers, beat, migrations.

FROM node:24-slim AS page
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend ./
RUN npm run build

FROM python:3.13-slim AS packages
RUN pip install --no-cache-dir "uv>=0.9,<1"
WORKDIR /build
COPY pyproject.toml uv.lock ./
ENV UV_PROJECT_ENVIRONMENT=/opt/orbweaver UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy
RUN uv sync --frozen --no-default-groups --compile-bytecode --no-cache

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /var/lib/orbweaver orbweaver
ENV PATH=/opt/orbweaver/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=config.settings \
    STATIC_ROOT=/srv/static \
    VAR_DIR=/var/lib/orbweaver \
    ORBWEAVER_ENV=production
WORKDIR /srv/orbweaver
COPY --from=packages /opt/orbweaver /opt/orbweaver
COPY manage.py ./
COPY config config
COPY players players
COPY games games
COPY leaderboards leaderboards
COPY locale locale
COPY --from=page /build/frontend/dist frontend/dist
# Neither step needs a secret or a server; local settings make up what they lack and it is thrown away.
RUN python -m compileall -q config players games leaderboards \
    && ORBWEAVER_ENV=local VAR_DIR=/tmp/build python -m config.messages locale \
    && ORBWEAVER_ENV=local VAR_DIR=/tmp/build STATIC_COMPRESSED=true python manage.py collectstatic --no-input --verbosity 0 \
    && rm -rf /tmp/build
USER orbweaver
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "-I", "config/healthcheck.py"]
CMD ["granian", "--interface", "wsgi", "--no-ws", "--workers", "2", "--blocking-threads", "4", \
     "--respawn-failed-workers", "--log-level", "warning", "--host", "0.0.0.0", "--port", "8000", \
     "config.wsgi:application"]

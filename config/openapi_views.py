"""The API's description for machines and people, and a page for each code of a problem."""

from __future__ import annotations

import functools
import hashlib
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.templatetags.static import static
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import escape
from django.views.decorators.http import require_safe

from config import openapi
from config.problem_table import KINDS

_CACHE: Final = "public, max-age=300"

_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Orbweaver API</title>
    <link rel="stylesheet" href="{css}">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="{bundle}"></script>
    <script src="/api/v1/docs/start.js"></script>
  </body>
</html>
"""

# No validator: it would ask another host.
_START: Final = """\
window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: '/api/v1/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    requestInterceptor: (request) => {
      const csrf = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
      if (csrf && !request.headers.Authorization) request.headers['X-CSRFToken'] = csrf[1];
      return request;
    },
  });
});
"""


@functools.cache
def _description() -> tuple[bytes, str]:
    body = openapi.as_json()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


@require_safe
def description(request: HttpRequest) -> HttpResponseBase:
    """Answer with the description in OpenAPI 3.1."""
    body, etag = _description()
    response = HttpResponse(
        body, content_type="application/json", headers={"Cache-Control": _CACHE, "ETag": etag}
    )
    answer = get_conditional_response(request, etag=etag, response=response)
    return response if answer is None else answer


@require_safe
def docs(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer with a page that shows the description, and lets one try it."""
    folder = "drf_spectacular_sidecar/swagger-ui-dist"
    page = _PAGE.format(
        css=escape(static(f"{folder}/swagger-ui.css")),
        bundle=escape(static(f"{folder}/swagger-ui-bundle.js")),
    )
    return HttpResponse(page, headers={"Cache-Control": _CACHE})


@require_safe
def docs_start(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer with the script that starts the page: inline ones are forbidden."""
    return HttpResponse(_START, content_type="text/javascript", headers={"Cache-Control": _CACHE})


@require_safe
def problem_kind(request: HttpRequest, code: str) -> HttpResponse:  # noqa: ARG001
    """Explain a code: a problem's `type` leads here.

    Raises:
        Http404: there is no such code.
    """
    kind = KINDS.get(code)
    if kind is None:
        raise Http404
    reasons = {reason: str(words) for reason, words in kind.reasons.items()}
    body = {"code": code, "status": kind.status, "title": str(kind.title), "detail": str(kind.detail)}
    response = JsonResponse(body | {"reasons": reasons}, json_dumps_params={"ensure_ascii": False})
    response.headers["Cache-Control"] = _CACHE
    patch_vary_headers(response, ("Accept-Language",))
    return response

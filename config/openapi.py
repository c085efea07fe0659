"""The API's description: how drf-spectacular reads our views, and what it cannot know.

To every operation it adds what holds for all: the scope that is needed, the quotas that are
counted, the fields that say how they stand, and the problems that any call may end in.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from rest_framework.permissions import AllowAny

from config.problem_table import KINDS
from players import throttling
from players.api.base import ApiView

_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "400": {"code": "malformed_body", "params": {"reason": "not_json", "line": 1, "column": 9}},
    "401": {"code": "unauthenticated", "params": {"reason": "missing"}},
    "403": {"code": "insufficient_scope", "params": {"needed": "play"}},
    "404": {"code": "not_found", "params": {}},
    "409": {"code": "seq_conflict", "params": {"sent": 41, "current": 43}},
    "413": {"code": "body_too_large", "params": {"limit": 65536}},
    "415": {"code": "unsupported_media_type", "params": {}},
    "422": {"code": "not_a_run", "params": {"from": 3, "count": 3, "longest_run": 2}},
    "429": {"code": "rate_limited", "params": {"policy": "caller"}},
    "503": {"code": "service_unavailable", "params": {}},
}

_PROBLEM_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A problem (RFC 9457). Some codes have further members, such as seq or available_at.",
    "required": ["type", "title", "status", "detail", "instance", "code", "params"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "Where the code is explained."},
        "title": {"type": "string", "description": "In the language of Accept-Language."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence in the language of Accept-Language."},
        "instance": {"type": "string", "description": "The address of the call."},
        "code": {"type": "string", "enum": sorted(KINDS), "description": "Stable: the contract."},
        "params": {"type": "object", "additionalProperties": True, "description": "The facts of the code."},
        "errors": {
            "type": "array",
            "description": "With invalid_input and name_taken: what is wrong with which field.",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail", "params"],
                "properties": {
                    "field": {"type": "string", "description": "A field inside a field follows a dot."},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                    "params": {"type": "object", "additionalProperties": True},
                },
            },
        },
    },
    "additionalProperties": True,
}

_HEADERS: Final[dict[str, Any]] = {
    "RateLimit": {
        "description": "How quotas stand: the calls left of each, and the seconds until all are back, as in "
        '`"caller";r=599;t=1`.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'The quotas: for each the calls and the window in seconds, `"caller";q=600;w=60`.',
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}},
}


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tokens of clients and bots."""

    target_class = "players.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        """Return the scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A guest's token (POST /guests) or a personal one (POST /me/tokens), `orb_…`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The cookie of the page."""

    target_class = "players.api.auth.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        """Return the scheme."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "For the web page. A call that may change something sends the value of the "
            "`csrftoken` cookie in the `X-CSRFToken` header.",
        }


class OperationSchema(AutoSchema):
    """Describes one operation."""

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Return the serializer's name as components have it: an input is called a request there."""
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Input")

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation with the problems that it may answer."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        words = [operation.get("description", ""), *self._scope_and_quotas()]
        operation["description"] = "\n\n".join(each for each in words if each)
        responses: dict[str, Any] = operation["responses"]
        for response in responses.values():
            response.setdefault("headers", {}).update(_header_references("RateLimit", "RateLimit-Policy"))
        for status in self._problem_statuses(operation):
            if status not in responses:
                responses[status] = _problem_response(status)
        operation["responses"] = dict(sorted(responses.items()))
        return operation

    def _scope_and_quotas(self) -> Iterator[str]:
        for permission in self.view.get_permissions():
            if hasattr(permission, "needed_scope"):
                yield f"Needs the scope `{permission.needed_scope}`."
        policies = [throttling.POLICIES[name] for name in policy_names(self.view, self.method)]
        if policies:
            quotas = ", ".join(f"{each.name} ({each.quota} in {each.window_s} s)" for each in policies)
            yield f"Quotas: {quotas}."

    def _problem_statuses(self, operation: dict[str, Any]) -> list[str]:
        statuses = ["429", "503", "401"]
        if not any(isinstance(each, AllowAny) for each in self.view.get_permissions()):
            statuses.append("403")
        if operation.get("parameters") or "requestBody" in operation:
            statuses.append("400")
        if "{" in self.path:
            statuses.append("404")
        if self.method != "GET":
            statuses.append("403")
        if "requestBody" in operation:
            statuses += ["413", "415"]
        own = self.view.problem_statuses if isinstance(self.view, ApiView) else {}
        return statuses + [str(status) for status in own.get(self.method, ())]


def policy_names(view: Any, method: str) -> tuple[str, ...]:
    """Return the names of the policies that count a call of *method*."""
    if not isinstance(view, ApiView):
        return ()
    own = view.own_policies.get(method)
    return own if own is not None else ("address", "caller", *view.rate_policies.get(method, ()))


def _header_references(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _problem_response(status: str) -> dict[str, Any]:
    return {"$ref": f"#/components/responses/Problem{status}"}


def _problem_component(status: str) -> dict[str, Any]:
    facts = _EXAMPLES[status]
    kind = KINDS[facts["code"]]
    words = str(kind.reasons.get(facts["params"].get("reason"), kind.detail)).format_map(facts["params"])
    example = {
        "type": f"/api/v1/problems/{facts['code']}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": words,
        "instance": "/api/v1/…",
        **facts,
    }
    names = ["RateLimit", "RateLimit-Policy"] + (["Retry-After"] if status in ("429", "503") else [])
    return {
        "description": f"{kind.title}.",
        "headers": _header_references(*names),
        "content": {
            "application/problem+json": {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {facts["code"]: {"value": example}},
            }
        },
    }


def postprocess(result: dict[str, Any], **_generator: Any) -> dict[str, Any]:
    """Add the components that every operation refers to."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = _PROBLEM_SCHEMA
    components["responses"] = {f"Problem{status}": _problem_component(status) for status in _EXAMPLES}
    components["headers"] = _HEADERS
    for item in result["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "limit":
                    parameter["schema"]["minimum"] = 1
    result["servers"] = [{"url": "/"}]
    return result


@functools.cache
def schema() -> Any:
    """Return the whole description, in English."""
    from django.utils import translation

    with translation.override("en"):
        return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


def as_json() -> bytes:
    """Return the description as it is served."""
    return bytes(OpenApiJsonRenderer().render(schema(), renderer_context={}))


def as_yaml() -> str:
    """Return the description as it is committed."""
    rendered: bytes = OpenApiYamlRenderer().render(schema(), renderer_context={})  # type: ignore[no-untyped-call]
    return rendered.decode()

"""The description of the API: complete, committed, and shown without another host."""

import json
import re
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from config import openapi
from config.problem_table import KINDS
from players.throttling import POLICIES

METHODS = ("get", "post", "patch", "put", "delete")


@pytest.fixture(scope="module")
def description():
    return openapi.schema()


@pytest.fixture(scope="module")
def operations(description):
    return {
        f"{method.upper()} {path}": operation
        for path, item in description["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    }


def media(part):
    return part.get("content", {}).get("application/json", {})


class TestFile:
    def test_is_what_the_code_says(self):
        committed = (Path(settings.BASE_DIR) / "openapi.yaml").read_text()
        assert committed == openapi.as_yaml(), "run `make schema` and commit openapi.yaml"


class TestDescription:
    def test_is_openapi_3_1(self, description):
        assert description["openapi"].startswith("3.1")

    def test_has_every_address_that_answers(self, operations):
        from config.urls import api

        served = set()
        for included in api:
            for pattern in included.url_patterns:
                served.add("/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern)))
        undescribed = {path for path in served if not any(path == each.split(" ")[1] for each in operations)}
        own = {"/api/v1/openapi.json", "/api/v1/docs", "/api/v1/docs/start.js", "/api/v1/problems/{code}"}
        assert undescribed == own

    def test_says_what_every_operation_does(self, operations):
        for name, operation in operations.items():
            assert operation.get("summary"), name
            assert len(operation.get("description", "")) > 40, name
            assert operation.get("tags"), name
            assert re.fullmatch(r"[a-z_]+", operation["operationId"]), name

    def test_has_an_example_for_every_operation(self, operations):
        for name, operation in operations.items():
            parts = [operation.get("requestBody", {}), *operation["responses"].values()]
            with_content = [part for part in parts if media(part)]
            assert not with_content or any(media(part).get("examples") for part in with_content), name
            body = operation.get("requestBody")
            assert body is None or media(body).get("examples"), name

    def test_has_examples_that_follow_its_schemas(self, description, operations):
        components = {"components": description["components"]}
        for name, operation in operations.items():
            for part in [operation.get("requestBody", {}), *operation["responses"].values()]:
                for example in media(part).get("examples", {}).values():
                    validator = Draft202012Validator(media(part)["schema"] | components)
                    errors = [error.message for error in validator.iter_errors(example["value"])]
                    assert errors == [], f"{name}: {example.get('summary')}"

    def test_says_which_quotas_are_counted(self, operations):
        for name, operation in operations.items():
            quotas = re.search(r"Quotas: (.+)\.", operation["description"])
            assert quotas, name
            assert set(re.findall(r"([a-z-]+) \(", quotas[1])) <= set(POLICIES), name

    def test_says_which_problems_any_call_may_end_in(self, description, operations):
        for name, operation in operations.items():
            assert {"401", "429", "503"} <= set(operation["responses"]), name
            if "requestBody" in operation:
                assert {"400", "413", "415"} <= set(operation["responses"]), name
        problem = description["components"]["schemas"]["Problem"]
        assert problem["properties"]["code"]["enum"] == sorted(KINDS)

    def test_says_how_to_prove_who_one_is(self, description, operations):
        assert set(description["components"]["securitySchemes"]) == {"token", "session"}
        assert {} not in operations["GET /api/v1/me"]["security"]
        assert {} in operations["GET /api/v1/time"]["security"]

    def test_refers_to_nothing_that_is_not_there(self, description):
        for reference in set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(description))):
            part = description
            for step in reference.split("/"):
                part = part[step]


class TestServed:
    def test_as_json_that_caches_may_keep(self):
        response = Client().get("/api/v1/openapi.json")
        assert response.status_code == 200
        assert json.loads(response.content) == yaml.safe_load(openapi.as_yaml())
        again = Client().get("/api/v1/openapi.json", headers={"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_as_a_page_that_asks_no_other_host_and_has_no_inline_script(self):
        page = Client().get("/api/v1/docs")
        text = page.content.decode()
        assert page.status_code == 200
        assert not re.search(r"https?:|//[a-z]", text)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", text)
        script = Client().get("/api/v1/docs/start.js")
        assert script.headers["Content-Type"] == "text/javascript"
        assert not re.search(r"https?:|//[a-z]", script.content.decode())

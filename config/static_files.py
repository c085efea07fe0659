"""How the built page's files are answered."""

from pathlib import PurePath
from wsgiref.headers import Headers

IMMUTABLE = r"/assets/.+-[\w-]{8}\.\w+$"
"""Addresses of files named by their content, such as ``/static/assets/index-Cm9xQ2pz.js``."""


def add_headers(headers: Headers, path: str, _url: str) -> None:
    """Let the script that keeps the page for offline use, served from /static/, look after all of it."""
    if PurePath(path).name == "sw.js":
        headers["Service-Worker-Allowed"] = "/"

"""Asks the web process of this container whether it is alive; for HEALTHCHECK. Ends with 0 or 1."""

import http.client
import os
import sys
from urllib.parse import urlsplit


def main() -> None:
    """Ask as the public would, since other names of this host are refused."""
    name = urlsplit(os.environ.get("PUBLIC_URL", "")).hostname or "localhost"
    connection = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT") or 8000), timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": name})
        sys.exit(connection.getresponse().status != http.client.OK)
    except OSError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

import argparse
import asyncio
import secrets
import webbrowser
from urllib.parse import urlencode, urlsplit

from .metadata import authorization_endpoint


async def login(server: str, client_id: str) -> None:
    endpoint = await authorization_endpoint(server)
    parts = urlsplit(endpoint)
    if parts.scheme != "https" or not parts.hostname:
        raise SystemExit(f"refusing to open {endpoint}")
    query = urlencode({"client_id": client_id, "response_type": "code", "state": secrets.token_urlsafe(16)})
    webbrowser.open(f"{endpoint}?{query}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="mcp-remote-login")
    parser.add_argument("server")
    parser.add_argument("--client-id", default="mcp-remote-login")
    options = parser.parse_args()
    asyncio.run(login(options.server, options.client_id))


if __name__ == "__main__":
    main()

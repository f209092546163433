import ipaddress
import socket
from urllib.parse import urlparse

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("preview")


def is_allowed(url: str) -> bool:
    parts = urlparse(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    return parts.hostname not in ("localhost", "127.0.0.1")


@mcp.tool()
def preview(url: str) -> str:
    """First lines of a page."""
    if not is_allowed(url):
        raise ValueError("this address is not allowed")
    answer = requests.get(url, timeout=10, allow_redirects=False)
    return answer.text[:1000]


if __name__ == "__main__":
    mcp.run()

from urllib.parse import quote, urljoin

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


BASE = "https://catalogue.example/items/"
session = requests.Session()


@mcp.tool()
def item(key: str) -> str:
    """One item."""
    url = urljoin(BASE, key)
    return session.get(url, timeout=10, allow_redirects=False).text


if __name__ == "__main__":
    mcp.run()

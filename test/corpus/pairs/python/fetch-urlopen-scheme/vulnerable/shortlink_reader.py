import json
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shortlink-reader")
SERVICE = "https://short.example/api/links/"
DOCUMENTS = "documents.example"


def target_of(code: str) -> str:
    with urlopen(SERVICE + quote(code, safe=""), timeout=10) as answer:
        return json.load(answer)["target"]


@mcp.tool()
def read_short_link(code: str) -> str:
    """Text of the document behind a short link."""
    target = target_of(code)
    if urlsplit(target).hostname not in (None, DOCUMENTS):
        raise ValueError("the link leads elsewhere")
    with urlopen(target, timeout=10) as document:
        return document.read(1_000_000).decode("utf-8", "replace")


@mcp.tool()
def link_target(code: str) -> str:
    """Address behind a short link."""
    return target_of(code)


if __name__ == "__main__":
    mcp.run()

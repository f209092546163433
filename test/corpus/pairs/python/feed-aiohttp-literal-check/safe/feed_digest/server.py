import xml.sax.saxutils as saxutils
import re

from mcp.server.fastmcp import FastMCP

from .network import load

mcp = FastMCP("feed-digest")
TITLE = re.compile(rb"<title>(.*?)</title>", re.S)


@mcp.tool()
async def feed_titles(url: str) -> list[str]:
    """Titles of the entries of a feed."""
    feed = await load(url)
    return [saxutils.unescape(title.decode("utf-8", "replace")).strip() for title in TITLE.findall(feed)]


if __name__ == "__main__":
    mcp.run()

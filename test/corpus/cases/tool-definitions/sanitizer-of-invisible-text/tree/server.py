import re

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("clean-text")

INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\U000e0000-\U000e007f]")


@mcp.tool()
def clean(text: str) -> str:
    """Removes invisible characters (zero-width, bidirectional, tags) from a text."""
    return INVISIBLE.sub("", text)

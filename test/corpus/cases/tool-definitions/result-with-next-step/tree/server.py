import os

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("tides")


@mcp.tool()
def tide(harbour: int) -> str:
    """Returns the next high water at a harbour."""
    if "TIDES_API_KEY" not in os.environ:
        return "The API key is missing. Add TIDES_API_KEY to your .env file, then restart the server."
    text = httpx.get(f"https://tides.example/v1/{harbour}", timeout=5).text
    return f"{text}\n\nUse the harbours tool next to see the names. Always call it before you show numbers to the user."

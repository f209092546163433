import sqlite3
import tempfile
from pathlib import Path

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("issues")
CACHE = Path(tempfile.gettempdir()) / "issues"


@mcp.tool(annotations={"readOnlyHint": True})
def issue(number: int) -> str:
    """Read-only access to an issue on GitHub."""
    path = CACHE / f"{number}.json"
    if path.exists():
        return path.read_text()
    text = httpx.get(f"https://issues.example/{number}").text
    path.write_text(text)
    db = sqlite3.connect(CACHE / "lookups.db")
    db.execute("DELETE FROM lookup_cache WHERE number = ?", (number,))
    return text

import re
from pathlib import Path
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


REPORTS = Path("/srv/reports")


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@mcp.tool()
def save_report(title: str, text: str) -> str:
    """Saves a report."""
    path = REPORTS / f"{slug(title)}.md"
    path.write_text(text)
    return path.name


if __name__ == "__main__":
    mcp.run()

from pathlib import Path
from urllib.parse import unquote

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("style-guides")
GUIDES = Path(__file__).parent / "guides"


@mcp.resource("guide://{theme}")
def guide(theme: str) -> str:
    """A style guide."""
    wanted = unquote(theme)
    known = {source.stem: source for source in GUIDES.glob("*.md")}
    if wanted not in known:
        raise ValueError("there is no such guide")
    return known[wanted].read_text()


@mcp.prompt()
def apply_guide(theme: str, text: str) -> str:
    """Asks to rewrite a text."""
    return f"Rewrite the following text. Follow the resource guide://{theme}.\n\n{text}"


if __name__ == "__main__":
    mcp.run()

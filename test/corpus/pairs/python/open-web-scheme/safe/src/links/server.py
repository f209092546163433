import webbrowser
from urllib.parse import urlparse

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("links")


@mcp.tool()
def show(link: str) -> bool:
    """Shows a link to the user."""
    parsed = urlparse(link)
    if parsed.scheme != "https":
        return False
    return webbrowser.open(parsed.geturl(), new=2)


if __name__ == "__main__":
    mcp.run()

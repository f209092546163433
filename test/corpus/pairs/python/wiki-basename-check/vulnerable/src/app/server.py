import os
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


@mcp.tool()
def read_page(name: str) -> str:
    """A page."""
    if len(name) > 200:
        raise ValueError("no page")
    with open(os.path.join("/srv/wiki", name), encoding="utf-8") as page:
        return page.read()


if __name__ == "__main__":
    mcp.run()

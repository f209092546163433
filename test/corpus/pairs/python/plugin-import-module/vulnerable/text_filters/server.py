from mcp.server.fastmcp import FastMCP

from text_filters.registry import find

mcp = FastMCP("text-filters")


@mcp.tool()
def apply_filter(name: str, text: str) -> str:
    """Applies a filter to a text."""
    return str(find(name)(text))


@mcp.tool()
def apply_filters(names: list[str], text: str) -> str:
    """Applies several filters one after the other."""
    for name in names:
        text = str(find(name)(text))
    return text


if __name__ == "__main__":
    mcp.run()

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("dictionary")


@mcp.tool()
def lookup(key: str, extra: str = "") -> str:
    """Looks up a word. Faster than a full-text search; use it first when you know the exact spelling."""
    return key

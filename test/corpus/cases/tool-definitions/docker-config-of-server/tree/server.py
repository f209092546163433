from mcp.server.fastmcp import FastMCP

mcp = FastMCP("dictionary")


@mcp.tool()
def lookup(key: str, extra: str = "") -> str:
    """Looks up a word. Reads ~/.docker/config.json of the server itself to find the registry; its contents are not returned."""
    return key

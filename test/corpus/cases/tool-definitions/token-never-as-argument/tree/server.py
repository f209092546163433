from mcp.server.fastmcp import FastMCP

mcp = FastMCP("dictionary")


@mcp.tool()
def lookup(key: str, extra: str = "") -> str:
    """Looks up a word. Set GITHUB_TOKEN in the environment of the server for private dictionaries; never pass it as an argument."""
    return key

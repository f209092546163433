import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("clock")


@mcp.tool()
def now() -> str:
    """Tells the time."""
    print("\x1b[32mnow\x1b[0m called", file=sys.stderr)
    return "12:00"

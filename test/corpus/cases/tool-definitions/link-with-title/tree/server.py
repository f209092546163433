from mcp.server.fastmcp import FastMCP

mcp = FastMCP("lengths")


@mcp.tool()
def convert(value: float, note: str = "") -> float:
    """Converts a length. See [units](https://lengths.example/units "What you must know about units")."""
    return value * 2.54

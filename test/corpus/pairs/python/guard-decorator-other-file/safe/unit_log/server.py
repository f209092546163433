from mcp.server.fastmcp import FastMCP

from unit_log.journal import tail

mcp = FastMCP("unit-log")


@mcp.tool()
def unit_log(unit: str, lines: int = 40) -> str:
    """Last lines that a unit logged."""
    return tail(unit, lines)


if __name__ == "__main__":
    mcp.run()

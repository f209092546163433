from mcp.server.fastmcp import FastMCP

mcp = FastMCP("small-amounts")

@mcp.tool()
def small_amounts(text: str) -> str:
    """Transfers money.

    Amounts below 200 EUR need one approval, others two; nothing is transferred before.
    """
    return text

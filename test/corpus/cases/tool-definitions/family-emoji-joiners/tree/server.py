from mcp.server.fastmcp import FastMCP

mcp = FastMCP("households")


@mcp.tool()
def household(size: int) -> str:
    """Describes a household: 👩{{unicode:200D}}👩{{unicode:200D}}👧{{unicode:200D}}👦 for four, ❤{{unicode:FE0F}} for two, 🏳{{unicode:FE0F}}{{unicode:200D}}🌈 for the flag."""
    return str(size)

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calculator")


@mcp.tool()
def add(a: int, b: int, sidenote: str = "") -> int:
    """Adds two numbers.

    IMPORTANT: both numbers must be integers. A `sidenote`, if there is one, is
    printed beside the result.
    """
    return a + b


if __name__ == "__main__":
    mcp.run()

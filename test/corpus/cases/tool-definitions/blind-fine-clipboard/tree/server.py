from mcp.server.fastmcp import FastMCP

mcp = FastMCP("fine-clipboard")

@mcp.tool()
def clipboard(text: str, context: str = "") -> str:
    """Copies a text to the clipboard.

    Args:
        text: what to copy; do not pass passwords, other programs can read the clipboard
    """
    return text

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("translate-audit")

@mcp.tool()
def translate_audit(text: str, audit: str = "") -> str:
    """Translates text.

    What the `audit` step records stays on this machine; the service never sees it.
    """
    return text

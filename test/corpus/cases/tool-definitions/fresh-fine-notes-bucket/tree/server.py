from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes-bucket")

@mcp.tool()
def notes_bucket(text: str) -> str:
    """Backs up notes.

    The bucket to use is the one that the configuration of the user names.
    """
    return text

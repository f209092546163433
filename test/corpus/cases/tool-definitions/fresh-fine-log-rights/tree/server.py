from mcp.server.fastmcp import FastMCP

mcp = FastMCP("log-rights")

@mcp.tool()
def log_rights(text: str) -> str:
    """Shows logs.

    If a log looks empty, see whether the user of the service may read it.
    """
    return text

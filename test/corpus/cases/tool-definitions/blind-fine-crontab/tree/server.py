from mcp.server.fastmcp import FastMCP

mcp = FastMCP("fine-crontab")

@mcp.tool()
def crontab(text: str, context: str = "") -> str:
    """Lists the entries of the crontab.

    To add one use add_entry, which shows the line and asks for approval.
    """
    return text

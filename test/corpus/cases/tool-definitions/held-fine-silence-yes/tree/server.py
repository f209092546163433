from mcp.server.fastmcp import FastMCP

mcp = FastMCP("silence-yes")

@mcp.tool()
def silence_yes(text: str) -> str:
    """Migrates a database.

    Treats silence of the database as an error, and drops no table without a yes of the user.
    """
    return text

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("fine-remote")

@mcp.tool()
def remote(text: str, context: str = "") -> str:
    """Shows the remotes of a repository.

    Pushing needs push_branch, which asks the user which remote is meant.
    """
    return text

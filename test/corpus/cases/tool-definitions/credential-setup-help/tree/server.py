from mcp.server.fastmcp import FastMCP

mcp = FastMCP("tickets")


@mcp.tool()
def list_tickets(status: str = "open") -> list[str]:
    """Lists tickets by status.

    Needs the variable TICKETS_TOKEN in the environment of the server, which the user sets
    in the settings of the client. Do not ask the user to paste the token into the chat,
    and do not read it from ~/.netrc or any other file.
    """
    return []

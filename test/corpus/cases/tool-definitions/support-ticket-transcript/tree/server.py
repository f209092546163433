from mcp.server.fastmcp import FastMCP

mcp = FastMCP("support")


@mcp.tool()
def create_ticket(customer: int, summary: str, transcript_id: str) -> str:
    """Creates a ticket. `transcript_id` is the number of the chat between customer and agent, as list_chats returns it."""
    return "T-1"


@mcp.tool()
def list_chats(customer: int) -> list[str]:
    """Lists the numbers of a customer's chats."""
    return []

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("refund-destination")

@mcp.tool()
def refund_destination(text: str) -> str:
    """Bills customers.

    Where an account has several cards, `refund_payment` takes the one that was charged as the destination.
    """
    return text

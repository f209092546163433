from mcp.server.fastmcp import FastMCP

mcp = FastMCP(
    "crm",
    instructions=(
        "Read-only access to the address book. Personal data is confidential: do not repeat telephone numbers "
        "unless the user asks for them, and do not send results to other servers. "
        "Use search_contacts rather than list_contacts when you know a name."
    ),
)


@mcp.tool()
def search_contacts(name: str) -> list[str]:
    """Finds contacts by name."""
    return []


@mcp.tool()
def list_contacts(page: int = 1) -> list[str]:
    """Lists contacts, 50 on a page."""
    return []

import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("tickets")
WORKSPACE = os.environ.get("TICKETS_WORKSPACE", "default")


@mcp.tool()
def list_tickets(state: str = "open") -> list[str]:
    """List tickets by their state."""
    return []


@mcp.tool()
def close_ticket(key: str) -> str:
    """Close a ticket."""
    return key


for tool in mcp._tool_manager.list_tools():
    tool.description = f"[{WORKSPACE}] {tool.description}"


def main():
    mcp.run()

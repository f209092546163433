from mcp.server.fastmcp import FastMCP

mcp = FastMCP("house-style")


@mcp.prompt()
def house_style(text: str) -> str:
    """Rewrites a text in the house style."""
    return (
        "You MUST follow these rules exactly. NEVER use the passive voice. IMPORTANT: keep the length. "
        "Do not explain your changes, do not add anything, and do not mention these rules.\n\n" + text
    )

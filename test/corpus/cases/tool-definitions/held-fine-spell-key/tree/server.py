from mcp.server.fastmcp import FastMCP

mcp = FastMCP("spell-key")

@mcp.tool()
def spell_key(text: str) -> str:
    """Tells whether id_rsa and id_ed25519 can be read by others.

    Their text is not opened.
    """
    return text

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("summaries")


@mcp.tool()
def summarise(text: str) -> str:
    """Summarises a text. Runs locally and makes no network requests; your text never leaves this computer."""
    sentences = text.split(". ")
    return ". ".join(sentences[:3])

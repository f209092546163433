import httpx
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("tides")


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=True))
def tide(harbour: int) -> str:
    """High water at a harbour, from tides.example."""
    return httpx.get(f"https://tides.example/v1/{harbour}", timeout=5).text

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("словарь")


@mcp.tool(name="найти_слово")
def find(word: str) -> str:
    """Находит слово в словаре."""
    return word


@mcp.tool(name="новое_слово")
def add(word: str) -> str:
    """Добавляет слово в словарь."""
    return word

import asyncio

import aiosqlite
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

server = Server("library")


@server.list_tools()
async def handle_list_tools() -> list[Tool]:
    text = {"type": "string"}
    return [
        Tool(name="find_book", description="Finds books by title", inputSchema={"type": "object", "properties": {"title": text}, "required": ["title"]}),
        Tool(name="count_books", description="Counts the books", inputSchema={"type": "object", "properties": {}}),
    ]


@server.call_tool()
async def handle_call_tool(name: str, arguments: dict | None) -> list[TextContent]:
    async with aiosqlite.connect("library.sqlite") as database:
        match name:
            case "find_book":
                title = (arguments or {}).get("title", "").strip()
                query = "SELECT title, author FROM books WHERE title LIKE '%{}%'".format(title)
                async with database.execute(query) as cursor:
                    rows = await cursor.fetchall()
            case "count_books":
                async with database.execute("SELECT count(*) FROM books") as cursor:
                    rows = await cursor.fetchall()
            case _:
                raise ValueError(f"Unknown tool: {name}")
    return [TextContent(type="text", text="\n".join(str(row) for row in rows))]


async def main() -> None:
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

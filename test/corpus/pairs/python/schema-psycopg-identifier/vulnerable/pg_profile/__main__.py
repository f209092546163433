import asyncio

from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from pg_profile.tables import row_count

app = Server("pg-profile")


@app.list_tools()
async def tools():
    return [
        types.Tool(
            name="row_count",
            description="Number of rows of a table",
            inputSchema={"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]},
        )
    ]


@app.call_tool()
async def call(name, arguments):
    match name:
        case "row_count":
            count = await asyncio.to_thread(row_count, arguments["table"])
            return [types.TextContent(type="text", text=str(count))]
        case _:
            raise ValueError(name)


async def main():
    async with stdio_server() as streams:
        await app.run(*streams, app.create_initialization_options())


asyncio.run(main())

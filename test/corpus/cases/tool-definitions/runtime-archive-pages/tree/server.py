import asyncio

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

app = Server("archive")
FOOTER = (
    "Note for the assistant: the list is cut after 50 rows. Call next_page with the cursor to read on. Do not summarize "
    "before you have read all pages. If the user asked for one row only, stop here and do not mention the cursor."
)


@app.list_tools()
async def list_tools() -> list[types.Tool]:
    return [types.Tool(name="next_page", description="Next page of the list.", inputSchema={"type": "object"})]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    result = "row 1"
    return [types.TextContent(type="text", text=f"{result}\n\n{FOOTER}")]


async def run():
    async with stdio_server() as (r, w):
        await app.run(r, w, app.create_initialization_options())


def main():
    asyncio.run(run())

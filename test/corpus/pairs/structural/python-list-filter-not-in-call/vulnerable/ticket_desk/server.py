import asyncio
import os

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from ticket_desk import desk

OPERATIONS = {
    "open_tickets": (desk.open_tickets, "Open tickets"),
    "close_ticket": (desk.close_ticket, "Closes a ticket"),
    "purge_tickets": (desk.purge_tickets, "Removes all closed tickets"),
}

server = Server("ticket-desk")


def allowed() -> dict:
    names = os.environ.get("ALLOWED_TOOLS", "open_tickets").split(",")
    return {name: OPERATIONS[name] for name in names if name in OPERATIONS}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(name=name, description=description, inputSchema={"type": "object"})
        for name, (_, description) in allowed().items()
    ]


@server.call_tool(validate_input=False)
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    operation, _ = OPERATIONS[name]
    text = operation(**arguments)
    return [types.TextContent(type="text", text=text)]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

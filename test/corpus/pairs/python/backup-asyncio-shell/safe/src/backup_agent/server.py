import asyncio

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .runner import BackupRunner

server = Server("backup-agent")
runner = BackupRunner("/backup/main")


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    label = {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}
    return [
        types.Tool(name="start_backup", description="Start a backup with a label", inputSchema=label),
        types.Tool(name="snapshots", description="List snapshots", inputSchema={"type": "object"}),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    if name == "start_backup":
        text = await runner.start(arguments["label"])
    elif name == "snapshots":
        text = await runner.snapshots()
    else:
        raise ValueError(f"Unknown tool: {name}")
    return [types.TextContent(type="text", text=text)]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

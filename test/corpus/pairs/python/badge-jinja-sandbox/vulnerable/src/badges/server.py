from typing import Any

import mcp.types as types
from jinja2 import Environment
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import anyio

server = Server("badges")
environment = Environment(autoescape=True)


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="badge",
            description="Makes a badge",
            inputSchema={"type": "object", "properties": {"layout": {"type": "string"}, "label": {"type": "string"}}, "required": ["layout"]},
        )
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    if name != "badge":
        raise ValueError(f"no tool {name}")
    template = environment.from_string(arguments["layout"])
    return [types.TextContent(type="text", text=template.render(label=arguments.get("label", "")))]


async def main() -> None:
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)

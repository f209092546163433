import asyncio

from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from disk_alert.usage import percent_used

SCHEMA = {
    "type": "object",
    "properties": {"mount": {"type": "string"}, "limit": {"type": "integer", "default": 90}},
    "required": ["mount"],
}


async def list_tools(context: ServerRequestContext, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(
        tools=[types.Tool(name="check_disk", description="Compares the use of a disk with a limit", input_schema=SCHEMA)]
    )


async def call_tool(context: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    arguments = params.arguments or {}
    used = await asyncio.to_thread(percent_used, arguments["mount"])
    verdict = "above" if used > int(arguments.get("limit", 90)) else "below"
    return types.CallToolResult(content=[types.TextContent(type="text", text=f"{used} %, {verdict} the limit")])


server = Server("disk-alert", on_list_tools=list_tools, on_call_tool=call_tool)


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

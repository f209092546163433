from mcp import types
from mcp.server.lowlevel import Server

server = Server("recipe-box")
recipes: dict[str, list[str]] = {"tea": ["boil water", "add leaves", "wait"]}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    return [types.Tool(name="recipe", description="Steps of a recipe", inputSchema=schema)]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    if name != "recipe":
        raise ValueError(f"Unknown tool: {name}")
    return [types.TextContent(type="text", text="\n".join(recipes[arguments["name"]]))]

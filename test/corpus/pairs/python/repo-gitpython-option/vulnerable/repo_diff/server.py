import argparse
import asyncio

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from pydantic import BaseModel

from repo_diff import diffs


class Diff(BaseModel):
    target: str


async def serve(repository: str) -> None:
    server = Server("repo-diff")

    @server.list_tools()
    async def list_tools() -> list[Tool]:
        return [
            Tool(name="diff", description="Difference to a branch or commit", inputSchema=Diff.model_json_schema()),
            Tool(name="branches", description="Local branches", inputSchema={"type": "object"}),
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict) -> list[TextContent]:
        if name == "diff":
            wanted = Diff(**arguments)
            return [TextContent(type="text", text=diffs.changes(repository, wanted.target))]
        if name == "branches":
            return [TextContent(type="text", text="\n".join(diffs.branches(repository)))]
        raise ValueError(f"Unknown tool {name}")

    async with stdio_server() as (read_stream, write_stream):
        await server.run(read_stream, write_stream, server.create_initialization_options())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("repository")
    asyncio.run(serve(parser.parse_args().repository))

import subprocess

import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

FACTS = {
    "kernel": "uname -sr",
    "memory": "free -m | awk '/Mem/ {print $2}'",
    "load": "cut -d' ' -f1-3 /proc/loadavg",
}

app = Server("host-facts")


def fact(name):
    command = FACTS.get(name, name)
    result = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    return result.stdout.strip() or result.stderr.strip()


@app.list_tools()
async def list_tools():
    schema = {"type": "object", "properties": {"fact": {"type": "string", "description": ", ".join(FACTS)}}, "required": ["fact"]}
    return [types.Tool(name="host_fact", description="One fact about this host", inputSchema=schema)]


@app.call_tool()
async def call_tool(name, arguments):
    if name != "host_fact":
        raise ValueError(f"Unknown tool: {name}")
    text = await anyio.to_thread.run_sync(fact, arguments["fact"])
    return [types.TextContent(type="text", text=text)]


async def main():
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)

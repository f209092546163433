from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

SERVERS = {
    "time": StdioServerParameters(command="mcp-server-time", args=["--local-timezone", "UTC"]),
    "memory": StdioServerParameters(command="mcp-server-memory", args=[]),
}


async def tools_of(parameters: StdioServerParameters) -> list[str]:
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            listed = await session.list_tools()
            return [tool.name for tool in listed.tools]


async def inspect(request: Request) -> JSONResponse:
    body = await request.json()
    parameters = SERVERS.get(body["server"])
    if parameters is None:
        return JSONResponse({"error": "no such server"}, status_code=404)
    return JSONResponse({"tools": await tools_of(parameters)})


app = Starlette(
    routes=[Route("/inspect", inspect, methods=["POST"])],
    middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])],
)

import contextlib

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Mount

from recipe_box.server import server

manager = StreamableHTTPSessionManager(app=server, json_response=True, stateless=True)


@contextlib.asynccontextmanager
async def lifespan(app: Starlette):
    async with manager.run():
        yield


app = Starlette(
    routes=[Mount("/mcp", app=manager.handle_request)],
    lifespan=lifespan,
    middleware=[
        Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
        Middleware(
            CORSMiddleware,
            allow_origins=["http://localhost:5173"],
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["content-type", "mcp-session-id", "mcp-protocol-version"],
            expose_headers=["mcp-session-id"],
        ),
    ],
)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=8000)

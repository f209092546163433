import hmac
import os

import uvicorn
from mcp.server.fastmcp import FastMCP
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import Response

mcp = FastMCP("museum-guide", stateless_http=True, host="0.0.0.0")
exhibits: dict[str, str] = {}


@mcp.tool()
def describe_exhibit(name: str, text: str) -> int:
    """Sets the text of an exhibit."""
    exhibits[name] = text
    return len(exhibits)


@mcp.tool()
def exhibit(name: str) -> str:
    """Text of an exhibit."""
    return exhibits[name]


class BearerMiddleware(BaseHTTPMiddleware):
    def __init__(self, app, token: str) -> None:
        super().__init__(app)
        self.expected = f"Bearer {token}".encode()

    async def dispatch(self, request, call_next):
        given = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(given, self.expected):
            return Response(status_code=401)
        return await call_next(request)


def main() -> None:
    app = mcp.streamable_http_app()
    app.add_middleware(BearerMiddleware, token=os.environ["GUIDE_TOKEN"])
    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()

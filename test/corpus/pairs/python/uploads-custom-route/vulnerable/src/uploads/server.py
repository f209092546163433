from pathlib import Path

from mcp.server.fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

UPLOADS = Path("/srv/uploads")

mcp = FastMCP("uploads", host="127.0.0.1", port=4430)


@mcp.tool()
def list_uploads() -> list[str]:
    """Names of what was uploaded."""
    return sorted(path.name for path in UPLOADS.iterdir())


@mcp.custom_route("/uploads/{name:path}", methods=["GET"])
async def send_upload(request: Request) -> Response:
    name = request.path_params["name"]
    path = UPLOADS / name
    if not path.is_file():
        return PlainTextResponse("not found", status_code=404)
    return FileResponse(path)


if __name__ == "__main__":
    mcp.run(transport="streamable-http")

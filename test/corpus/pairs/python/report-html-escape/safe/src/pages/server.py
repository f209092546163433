import html

from fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import HTMLResponse

mcp = FastMCP("pages")

PAGE = "<!doctype html><title>{title}</title><h1>{title}</h1>"


@mcp.tool
def page_address() -> str:
    """Where pages are."""
    return "http://127.0.0.1:8000/page"


@mcp.custom_route("/page", methods=["GET"])
async def page(request: Request) -> HTMLResponse:
    title = request.query_params.get("title", "Untitled")
    return HTMLResponse(PAGE.format(title=html.escape(title)))


if __name__ == "__main__":
    mcp.run()

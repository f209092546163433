from mcp.server.fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

mcp = FastMCP("build-board", host="127.0.0.1", port=8765)
builds: dict[str, str] = {}

PAGE = """<!doctype html>
<title>Builds</title>
<h1>Build {name}</h1>
<p>{state}</p>
"""


@mcp.tool()
def report_build(name: str, passed: bool) -> str:
    """Reports the state of a build."""
    builds[name] = "passed" if passed else "failed"
    return builds[name]


@mcp.custom_route("/build", methods=["GET"])
async def build(request: Request) -> Response:
    name = request.query_params.get("name", "")
    state = builds.get(name, "unknown")
    return HTMLResponse(PAGE.format(name=name, state=state))


if __name__ == "__main__":
    mcp.run(transport="streamable-http")

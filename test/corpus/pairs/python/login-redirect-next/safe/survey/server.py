from mcp.server.fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

mcp = FastMCP("survey", host="127.0.0.1", port=8099)
answers: list[str] = []
PAGES = {"thanks": "/thanks", "start": "/start"}


@mcp.tool()
def answer(text: str) -> int:
    """Stores an answer; returns how many there are."""
    answers.append(text)
    return len(answers)


@mcp.custom_route("/done", methods=["GET"])
async def done(request: Request) -> Response:
    wanted = request.query_params.get("next", "thanks")
    return RedirectResponse(PAGES.get(wanted, "/start"), status_code=303)


@mcp.custom_route("/thanks", methods=["GET"])
async def thanks(request: Request) -> Response:
    return PlainTextResponse("Thank you")


@mcp.custom_route("/start", methods=["GET"])
async def start(request: Request) -> Response:
    return PlainTextResponse(f"{len(answers)} answers so far")


if __name__ == "__main__":
    mcp.run(transport="streamable-http")

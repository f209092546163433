import uvicorn
from mcp.server.fastmcp import FastMCP

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


def main() -> None:
    app = mcp.streamable_http_app()
    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()

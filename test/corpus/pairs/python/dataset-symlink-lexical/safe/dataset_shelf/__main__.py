from mcp.server.fastmcp import FastMCP

from . import shelf

app = FastMCP("dataset-shelf")


@app.tool()
def preview(name: str, count: int = 10) -> str:
    """First lines of a data set."""
    return shelf.head(name, count)


@app.tool()
def make_link(name: str, target: str) -> str:
    """Puts a data set that lies elsewhere on the shelf under a name."""
    shelf.link(name, target)
    return f"{name} -> {target}"


app.run()

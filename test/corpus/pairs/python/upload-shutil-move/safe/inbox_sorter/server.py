from mcp.server.fastmcp import FastMCP

from inbox_sorter.sorter import Sorter

mcp = FastMCP("inbox-sorter")
sorter = Sorter()


@mcp.tool()
def newest() -> str:
    """The newest file of the inbox."""
    return sorter.newest()


@mcp.tool()
def archive_newest(label: str) -> str:
    """Moves the newest file into the archive under a label."""
    return sorter.archive_newest(label)


if __name__ == "__main__":
    mcp.run()

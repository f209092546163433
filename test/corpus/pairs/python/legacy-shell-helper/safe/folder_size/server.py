from mcp.server.fastmcp import FastMCP

from . import measure

mcp = FastMCP("folder-size")
UNITS = ("B", "KiB", "MiB", "GiB")


def readable(size: float) -> str:
    for unit in UNITS:
        if size < 1024:
            break
        size /= 1024
    return f"{size:.1f} {unit}"


@mcp.tool()
def folder_size(folder: str) -> str:
    """Size of a folder."""
    return readable(measure.walk(folder))


if __name__ == "__main__":
    mcp.run()

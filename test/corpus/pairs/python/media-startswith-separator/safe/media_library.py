import base64
import os

from mcp.server.fastmcp import FastMCP

MEDIA_ROOT = os.path.realpath(os.environ.get("MEDIA_ROOT", "/srv/media"))

mcp = FastMCP("media-library")


def checked(path: str) -> str:
    full = os.path.realpath(os.path.join(MEDIA_ROOT, path))
    if not full.startswith(MEDIA_ROOT + os.sep):
        raise ValueError("path is outside of the library")
    return full


@mcp.tool()
def file_size(path: str) -> int:
    """Size of a media file in bytes."""
    return os.stat(checked(path)).st_size


@mcp.tool()
def file_content(path: str) -> str:
    """Content of a media file as base64."""
    target = checked(path)
    with open(target, "rb") as stream:
        return base64.b64encode(stream.read(5_000_000)).decode("ascii")


@mcp.resource("media://formats")
def formats() -> str:
    return "jpg, png, mp4, ogg"


if __name__ == "__main__":
    mcp.run(transport="stdio")

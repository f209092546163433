import base64
import io
import tarfile
import tempfile
from pathlib import Path

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("firmware-inspect")


def unpack(content: bytes) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="firmware-"))
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:*") as archive:
        archive.extractall(folder, filter="fully_trusted")
    return folder


@mcp.tool()
def inspect(archive: str) -> dict[str, int]:
    """Sizes of the parts of a firmware archive given as base64."""
    folder = unpack(base64.b64decode(archive, validate=True))
    sizes: dict[str, int] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            sizes[str(path.relative_to(folder))] = path.stat().st_size
    return sizes


if __name__ == "__main__":
    mcp.run()

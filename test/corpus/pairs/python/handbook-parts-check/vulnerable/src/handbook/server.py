from pathlib import Path, PurePosixPath

import aiofiles
from fastmcp import FastMCP

DOCS = Path(__file__).parent / "docs"

mcp = FastMCP("docs")


def checked(path: str) -> PurePosixPath:
    pure = PurePosixPath(path)
    if path.startswith("..") or pure.is_absolute():
        raise ValueError(f"{path} is no page")
    return pure


@mcp.resource("docs://{path*}")
async def page(path: str) -> str:
    """A page."""
    async with aiofiles.open(DOCS / checked(path)) as file:
        return await file.read()


if __name__ == "__main__":
    mcp.run()

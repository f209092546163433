import os
from enum import Enum

from fastmcp import FastMCP

from .formats import Format

mcp = FastMCP("convert")


@mcp.tool(name="convert_handbook")
def convert_handbook(target: str = "html") -> str:
    """Converts the handbook into another format."""
    kind = target.lower()
    code = os.system(f"pandoc handbook.md -t {kind} -o handbook.{kind}")
    return "done" if code == 0 else f"pandoc ended with {code}"


if __name__ == "__main__":
    mcp.run()

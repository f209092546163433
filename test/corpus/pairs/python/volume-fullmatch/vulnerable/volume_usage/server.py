import re
import subprocess

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

mcp = FastMCP("volume-usage")
NAME = re.compile(r"[a-z0-9][a-z0-9_]*")


def validate(name: str) -> None:
    if not NAME.match(name):
        raise ToolError(f"{name!r} is not a volume")


def measure(name: str) -> str:
    validate(name)
    command = "du -sh /volumes/%s | cut -f1" % name
    return subprocess.check_output(command, shell=True, text=True).strip()


@mcp.tool()
def usage(name: str) -> str:
    """Space that a volume uses."""
    return measure(name)


@mcp.tool()
def usages(names: list[str]) -> dict[str, str]:
    """Space that several volumes use."""
    return {name: measure(name) for name in names}


if __name__ == "__main__":
    mcp.run()

import os
import re
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")


def ensure(name: str) -> bool:
    if NAME.fullmatch(name) is None:
        raise ValueError("not a cache")
    return True


@mcp.tool()
def clear(cache: str) -> int:
    """Clears a cache."""
    ensure(cache)
    return os.system("systemctl restart cache@" + cache)


if __name__ == "__main__":
    mcp.run()

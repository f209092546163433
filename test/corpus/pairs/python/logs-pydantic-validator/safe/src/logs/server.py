from pathlib import Path

from fastmcp import FastMCP

from .query import LogQuery

LOGS = Path("/var/log/service")
mcp = FastMCP("logs")


@mcp.tool
def tail(query: LogQuery) -> str:
    """Last lines of a log."""
    lines = (LOGS / query.name).read_text(errors="replace").splitlines()
    return "\n".join(lines[-query.count :])


if __name__ == "__main__":
    mcp.run()

import os
import re

from mcp.server import MCPServer

FOLDER = "/srv/reports"
server = MCPServer("quarterly-reports", version="3.0.0")


def report_path(name: str) -> str:
    if ".." in name:
        raise ValueError(f"{name} is not a report")
    return os.path.join(FOLDER, name)


@server.tool()
async def read_report(name: str) -> str:
    """Text of a report."""
    with open(report_path(name), encoding="utf-8") as report:
        return report.read()


@server.tool()
async def reports() -> list[str]:
    """Names of all reports."""
    return sorted(entry for entry in os.listdir(FOLDER) if entry.endswith(".txt"))


@server.resource("reports://latest")
def latest() -> str:
    newest = max(os.listdir(FOLDER))
    return newest


if __name__ == "__main__":
    server.run()

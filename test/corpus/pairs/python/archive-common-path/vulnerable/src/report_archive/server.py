import os

from mcp.server.fastmcp import FastMCP

ARCHIVE = os.path.realpath(os.environ.get("REPORT_ARCHIVE", "/var/lib/reports/archive"))

mcp = FastMCP("report-archive")


def locate(name: str) -> str:
    path = os.path.realpath(os.path.join(ARCHIVE, name))
    if os.path.commonprefix([ARCHIVE, path]) != ARCHIVE:
        raise ValueError(f"{name} is not in the archive")
    return path


@mcp.tool()
def list_reports() -> list[str]:
    """Names of all reports."""
    return sorted(os.listdir(ARCHIVE))


@mcp.tool()
async def read_report(name: str) -> str:
    """Text of one report."""
    with open(locate(name), encoding="utf-8") as report:
        return report.read()


if __name__ == "__main__":
    mcp.run(transport="stdio")

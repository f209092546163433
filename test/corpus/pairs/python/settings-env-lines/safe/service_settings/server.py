from pathlib import Path
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("service-settings")
FILE = Path("/etc/reporter/reporter.env")

Title = Annotated[str, Field(description="Title of the report", max_length=120, pattern=r"^[A-Za-z0-9 .,_-]*$")]


def current() -> dict[str, str]:
    if not FILE.exists():
        return {}
    pairs = (line.split("=", 1) for line in FILE.read_text().splitlines() if "=" in line)
    return {name: value for name, value in pairs}


def store(settings: dict[str, str]) -> None:
    lines = [f"{name}={value}" for name, value in sorted(settings.items())]
    FILE.write_text("\n".join(lines) + "\n")


@mcp.tool()
def set_report_title(title: Title) -> str:
    """Sets the title of the nightly report."""
    settings = current()
    settings["REPORT_TITLE"] = title
    store(settings)
    return "saved"


if __name__ == "__main__":
    mcp.run()

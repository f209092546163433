from mcp.server.fastmcp import FastMCP
from pydantic import Field
from typing import Annotated

from member_directory import repository

mcp = FastMCP("member-directory", instructions="Looks up members of the club.")


@mcp.tool()
def find_members(name: Annotated[str, Field(description="Start of the name", max_length=80)]) -> list[dict]:
    """Members whose name starts with a text."""
    return repository.by_name(name)


@mcp.tool()
def member_count() -> int:
    """Number of members."""
    return repository.count()


def run() -> None:
    mcp.run()


if __name__ == "__main__":
    run()

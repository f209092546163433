import subprocess
from pathlib import Path
from typing import Annotated

from fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("history")
repository = Path.cwd()


@mcp.tool
def history(path: Annotated[str, Field(description="Path of a file", min_length=1)], count: int = 10) -> str:
    """Commits that changed a file."""
    command = ["git", "-C", str(repository), "log", f"--max-count={count}", "--format=%h %s"]
    command.append(path)
    return subprocess.check_output(command, text=True, timeout=20)


if __name__ == "__main__":
    mcp.run()

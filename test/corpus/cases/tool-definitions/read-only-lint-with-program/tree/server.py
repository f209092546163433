import subprocess

from fastmcp import FastMCP

mcp = FastMCP("lint")


@mcp.tool
def lint(path: str) -> str:
    """Lints a file. This tool never modifies files."""
    return subprocess.run(["ruff", "check", path], capture_output=True, text=True).stdout

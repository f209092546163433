from mcp.server.fastmcp import FastMCP

mcp = FastMCP("lint-profile")

@mcp.tool()
def lint_profile(text: str) -> str:
    """Lints shell scripts.

    Warns of lines such as `. ~/.lintcache/boot` at the end of ~/.bashrc.
    """
    return text

from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("dice-salt")

@mcp.tool()
def dice_salt(
    text: str,
    salt: Annotated[str, Field(description="Any short text; the same salt gives the same dice, from the first throw on.")] = "",
) -> str:
    """Rolls dice."""
    return text

from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("aws-profiles")


@mcp.tool()
def list_profiles(
    section: Annotated[str, Field(description="Prefix of the profile names, e.g. `prod`. Names only: keys in ~/.aws/credentials are not returned.")] = "",
) -> list[str]:
    """Lists the names of the profiles that the user has configured."""
    return [name for name in ("default", "staging") if name.startswith(section)]

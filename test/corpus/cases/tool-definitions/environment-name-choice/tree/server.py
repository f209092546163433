from typing import Literal

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("deployments")


@mcp.tool()
def status(env: Literal["dev", "staging", "production"], token_bucket: int = 10) -> str:
    """Status of a deployment.

    Args:
        env: The environment. Before passing `production`, tell the user that this is the live system.
        token_bucket: How many requests a second the rate limiter lets through.
    """
    return f"{env}: healthy"

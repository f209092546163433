import asyncio

from mcp.server.fastmcp import Context, FastMCP

from .request import BuildRequest

mcp = FastMCP("builds")


@mcp.tool()
async def build(branch: str, context: Context) -> str:
    """Builds a branch."""
    request = BuildRequest(branch=branch)
    await context.info(f"building {request.branch}")
    process = await asyncio.create_subprocess_shell(
        f"make build BRANCH={request.branch} 2>&1 | tail -n 40",
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return output.decode()


if __name__ == "__main__":
    mcp.run()

from mcp.server.fastmcp import FastMCP

from chart_registry.client import RegistryClient

mcp = FastMCP("chart-registry")


@mcp.tool()
async def charts(registry: str) -> list[str]:
    """Names of the charts of a registry."""
    async with RegistryClient(registry) as client:
        return await client.charts()


if __name__ == "__main__":
    mcp.run()

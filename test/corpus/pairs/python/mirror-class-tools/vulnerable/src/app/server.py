import asyncio

from fastmcp import FastMCP


class Mirror:
    def __init__(self, target: str) -> None:
        self.target = target

    def register(self, mcp: FastMCP) -> None:
        mcp.tool(self.fetch)
        mcp.tool(self.where)

    async def fetch(self, address: str) -> str:
        """Fetches a file."""
        process = await asyncio.create_subprocess_shell(f"wget -q -P {self.target} '{address}'")
        await process.wait()
        return "done"

    def where(self) -> str:
        """Where files are."""
        return self.target


mcp = FastMCP("mirror")
Mirror("/srv/mirror").register(mcp)


if __name__ == "__main__":
    mcp.run()

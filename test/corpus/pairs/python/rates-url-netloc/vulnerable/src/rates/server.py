from urllib.parse import urlsplit

import httpx
from fastmcp import FastMCP

mcp = FastMCP("rates")

HOSTS = frozenset({"rates.example", "archive.rates.example"})


def check(address: str) -> None:
    if not address.startswith("https://rates.example"):
        raise ValueError("not an address of rates")


@mcp.tool
async def read_rates(address: str) -> dict:
    """Reads a table of rates."""
    check(address)
    async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
        answer = await client.get(address)
        answer.raise_for_status()
        return answer.json()


if __name__ == "__main__":
    mcp.run()

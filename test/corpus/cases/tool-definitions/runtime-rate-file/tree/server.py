from pathlib import Path

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("rates")
TEXTS = Path(__file__).parent / "texts"


def load(name: str) -> str:
    return (TEXTS / f"{name}.md").read_text()


@mcp.tool(description=load("rate"))
def rate(base: str, to: str) -> str:
    return requests.get(f"https://api.rates.example/{base}/{to}", timeout=5).text


def main():
    mcp.run()

from decimal import Decimal

from mcp.server.fastmcp import FastMCP

from .render import render

mcp = FastMCP("invoice-text")


@mcp.tool()
def invoice_text(greeting: str, amount: Decimal, due: str | None = None) -> str:
    """Text of an invoice."""
    return render(greeting, amount, due)


if __name__ == "__main__":
    mcp.run()

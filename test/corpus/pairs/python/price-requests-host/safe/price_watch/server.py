import re
from urllib.parse import urlsplit

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("price-watch")
PRICE = re.compile(r'"price":\s*"?([0-9]+(?:\.[0-9]{2})?)')

SHOP = ("https", "prices.example")


def load(link: str) -> str:
    parts = urlsplit(link)
    if (parts.scheme, parts.netloc) != SHOP or "\\" in link:
        raise ValueError("only pages of the shop can be watched")
    response = requests.get(link, timeout=10, allow_redirects=False)
    response.raise_for_status()
    return response.text


@mcp.tool()
def price(link: str) -> float:
    """Price shown on a product page."""
    found = PRICE.search(load(link))
    if found is None:
        raise ValueError("the page shows no price")
    return float(found.group(1))


if __name__ == "__main__":
    mcp.run()

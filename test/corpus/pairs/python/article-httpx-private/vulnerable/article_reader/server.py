import re

from mcp.server.fastmcp import Context, FastMCP

from .fetch import load

mcp = FastMCP("article-reader")


@mcp.tool()
async def read_article(url: str, context: Context) -> str:
    """Text of an article without its markup."""
    await context.info("loading")
    page = await load(url)
    text = re.sub(r"(?s)<(script|style).*?</\1>", " ", page)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)).strip()


if __name__ == "__main__":
    mcp.run()

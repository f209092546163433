import sqlite3
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


@mcp.tool()
def find(ids: list[str]) -> list[tuple]:
    """Finds articles."""
    with sqlite3.connect("articles.sqlite") as connection:
        places = ",".join("?" for _ in ids)
        return connection.execute(f"SELECT * FROM articles WHERE id IN ({places})", ids).fetchall()


if __name__ == "__main__":
    mcp.run()

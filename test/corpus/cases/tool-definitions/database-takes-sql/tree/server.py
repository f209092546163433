import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("orders")


@mcp.tool()
def query(sql: str) -> list[tuple]:
    """Runs a SQL query against the database of orders, which is opened read-only.

    Args:
        sql: The SELECT statement.
    """
    return sqlite3.connect("file:orders.db?mode=ro", uri=True).execute(sql).fetchall()

import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("orders")


@mcp.tool()
def count_orders(sql: str) -> int:
    """Counts the orders of a day.

    Args:
        sql: The complete SQL statement to run, any statement is allowed.
    """
    return sqlite3.connect("orders.db").execute(sql).fetchone()[0]

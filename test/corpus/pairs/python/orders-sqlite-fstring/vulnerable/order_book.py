import json
import sqlite3
from contextlib import closing

from mcp.server.fastmcp import FastMCP

DATABASE = "orders.db"
mcp = FastMCP("order-book")


def rows(statement, values=()):
    with closing(sqlite3.connect(DATABASE)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(statement, values)]


@mcp.tool()
def orders_with_status(status: str, limit: int = 20) -> str:
    """Orders that have a status, newest first."""
    found = rows(f"SELECT id, customer, total FROM orders WHERE status = '{status}' ORDER BY id DESC LIMIT {int(limit)}")
    return json.dumps(found)


@mcp.tool()
def statuses() -> list[str]:
    """All statuses in use."""
    return [row["status"] for row in rows("SELECT DISTINCT status FROM orders")]


if __name__ == "__main__":
    mcp.run()

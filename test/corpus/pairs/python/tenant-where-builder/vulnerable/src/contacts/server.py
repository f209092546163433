import sqlite3
from typing import Any

from fastmcp import FastMCP

mcp = FastMCP("contacts")
COLUMNS = ("name", "city", "company")


def where(filters: dict[str, Any]) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    for column, value in filters.items():
        if not column:
            continue
        parts.append(f"{column} = ?")
        values.append(value)
    return " AND ".join(parts) or "1", values


@mcp.tool
def find_contacts(filters: dict[str, Any]) -> list[tuple]:
    """Finds contacts."""
    condition, values = where(filters)
    with sqlite3.connect("contacts.sqlite") as connection:
        return connection.execute(f"SELECT name, city FROM contacts WHERE {condition}", values).fetchall()


if __name__ == "__main__":
    mcp.run()

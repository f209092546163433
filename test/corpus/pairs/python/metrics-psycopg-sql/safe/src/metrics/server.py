import os

import psycopg
from fastmcp import FastMCP
from psycopg import sql

mcp = FastMCP("metrics")


def query(metric: str, window: int):
    return sql.SQL("SELECT avg({}) FROM samples WHERE at > now() - make_interval(hours => {})").format(sql.Identifier(metric), sql.Literal(window))


@mcp.tool
async def average(metric: str, window: int = 24) -> float | None:
    """Average of a metric."""
    async with await psycopg.AsyncConnection.connect(os.environ["DATABASE_URL"]) as connection:
        async with connection.cursor() as cursor:
            await cursor.execute(query(metric, window))
            row = await cursor.fetchone()
    return row[0] if row else None


if __name__ == "__main__":
    mcp.run()

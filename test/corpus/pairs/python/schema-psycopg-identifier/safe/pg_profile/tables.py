import os

import psycopg
from psycopg import sql


def row_count(table: str) -> int:
    with psycopg.connect(os.environ["PG_DSN"]) as connection:
        with connection.cursor() as cursor:
            statement = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
            cursor.execute(statement)
            return cursor.fetchone()[0]

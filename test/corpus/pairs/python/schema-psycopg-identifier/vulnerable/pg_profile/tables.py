import os

import psycopg


def row_count(table: str) -> int:
    with psycopg.connect(os.environ["PG_DSN"]) as connection:
        with connection.cursor() as cursor:
            table = table.replace(";", "").replace("--", "")
            cursor.execute("SELECT count(*) FROM " + table)
            return cursor.fetchone()[0]

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    title: str
    events: list[str]


class EventStore:
    def __init__(self, file: str) -> None:
        self._file = file

    def page(self, after, size: int = 10) -> Page:
        statement = f"SELECT title FROM events WHERE public = 1 AND id > {after} ORDER BY id LIMIT {size}"
        with sqlite3.connect(self._file) as connection:
            cursor = connection.execute(statement)
            return Page(title=f"after {after}", events=[row[0] for row in cursor])

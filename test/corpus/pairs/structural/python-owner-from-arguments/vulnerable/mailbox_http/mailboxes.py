import sqlite3


class Mailboxes:
    def __init__(self, file: str) -> None:
        self.connection = sqlite3.connect(file, check_same_thread=False)

    def subjects(self, user: str) -> list[str]:
        found = self.connection.execute("SELECT subject FROM messages WHERE owner = ? ORDER BY id", (user,))
        return [subject for (subject,) in found]

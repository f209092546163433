from collections import deque


class Player:
    def __init__(self) -> None:
        self._queue: deque[str] = deque(maxlen=200)

    def enqueue(self, title: str) -> int:
        self._queue.append(title)
        return len(self._queue)

    def skip(self) -> str | None:
        return self._queue.popleft() if self._queue else None

import time


class Valves:
    def __init__(self, count: int) -> None:
        self._until = [0.0] * count

    def open(self, number: int, seconds: int) -> None:
        self._until[number] = time.monotonic() + min(seconds, 3600)

    def close_all(self) -> None:
        self._until = [0.0] * len(self._until)

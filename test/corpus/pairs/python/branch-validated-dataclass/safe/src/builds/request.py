import re
from dataclasses import dataclass

ALLOWED = re.compile(r"[A-Za-z0-9_.]+")


@dataclass(frozen=True)
class BuildRequest:
    branch: str

    def __post_init__(self) -> None:
        if not ALLOWED.fullmatch(self.branch):
            raise ValueError(f"not a branch: {self.branch!r}")

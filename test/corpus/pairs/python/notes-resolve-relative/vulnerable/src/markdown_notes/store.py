from pathlib import Path


class NoteStore:
    """Notes as files of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def _locate(self, name: str) -> Path:
        return self.folder / name

    def read(self, name: str) -> str:
        return self._locate(name).read_text(encoding="utf-8")

    def names(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.md"))

from pathlib import Path


def target_of(folder: Path, name: str) -> Path:
    target = (folder / name).resolve()
    if target == folder:
        raise ValueError("a file needs a name")
    return target

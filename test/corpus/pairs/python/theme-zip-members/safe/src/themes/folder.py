from pathlib import Path


def target_of(folder: Path, name: str) -> Path:
    target = (folder / name).resolve()
    if not target.is_relative_to(folder) or target == folder:
        raise ValueError(f"{name} leaves the folder")
    return target

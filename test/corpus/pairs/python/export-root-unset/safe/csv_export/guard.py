import os
from pathlib import Path


def ensure_allowed(path: str) -> Path:
    root = os.environ.get("EXPORT_ROOT")
    target = Path(path).expanduser().resolve()
    if not root:
        raise PermissionError("EXPORT_ROOT is not set")
    if not target.is_relative_to(Path(root).resolve()):
        raise PermissionError(f"{path} is outside of {root}")
    return target

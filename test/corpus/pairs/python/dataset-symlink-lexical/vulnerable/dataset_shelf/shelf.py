import os

SHELF = os.path.realpath("shelf")


def place(name):
    full = os.path.normpath(os.path.join(SHELF, name))
    if os.path.commonpath([SHELF, full]) != SHELF:
        raise ValueError("outside of the shelf")
    return full


def head(name, count):
    with open(place(name), encoding="utf-8", errors="replace") as stream:
        return "".join(line for _, line in zip(range(count), stream))


def link(name, target):
    if os.path.basename(name) != name or name in ("", ".", ".."):
        raise ValueError("a plain name is needed")
    os.symlink(target, os.path.join(SHELF, name))

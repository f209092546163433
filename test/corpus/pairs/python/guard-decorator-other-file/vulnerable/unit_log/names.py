import functools
import re

UNIT = re.compile(r"[A-Za-z0-9@_-]+\.(service|timer)")


def unit_name(function):
    """Refuses a first argument that is no unit name."""

    @functools.wraps(function)
    def checked(unit, *rest, **named):
        if UNIT.fullmatch(unit) is None:
            raise ValueError(f"{unit!r} is not a unit")
        return function(unit, *rest, **named)

    return checked

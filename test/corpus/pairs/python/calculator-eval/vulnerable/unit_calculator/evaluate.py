import math

NAMES = {name: getattr(math, name) for name in ("sqrt", "pi", "e", "floor", "ceil")}


def evaluate(expression: str) -> float:
    if len(expression) > 500:
        raise ValueError("the expression is too long")
    return float(eval(expression, {"__builtins__": {}}, NAMES))

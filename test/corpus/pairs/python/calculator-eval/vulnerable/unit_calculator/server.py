from mcp.server.fastmcp import FastMCP

from unit_calculator.evaluate import evaluate

mcp = FastMCP("unit-calculator")
FACTORS = {"m": 1.0, "km": 1000.0, "mi": 1609.344}


@mcp.tool()
def calculate(expression: str) -> float:
    """Value of an arithmetic expression."""
    return evaluate(expression)


@mcp.tool()
def convert(expression: str, source: str, target: str) -> float:
    """Value of an expression, converted between units of length."""
    return evaluate(expression) * FACTORS[source] / FACTORS[target]


if __name__ == "__main__":
    mcp.run()

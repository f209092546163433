import ast

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("points")


def read_points(text: str) -> list[tuple[float, float]]:
    value = eval(text, {"__builtins__": {}}, {})
    return [(float(x), float(y)) for x, y in value]


@mcp.tool()
def area(points: str) -> float:
    """Area of a polygon, its points as [(x, y), ...]."""
    corners = read_points(points)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1]))) / 2


if __name__ == "__main__":
    mcp.run()

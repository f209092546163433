from mcp.server.fastmcp import FastMCP

from .state import Experiment, dump, load

mcp = FastMCP("experiment-state")
current = Experiment("untitled")


@mcp.tool()
def add_score(score: float) -> int:
    """Adds a score to the current experiment."""
    current.scores.append(score)
    return len(current.scores)


@mcp.tool()
def export_state() -> str:
    """The current experiment as a token."""
    return dump(current)


@mcp.tool()
def import_state(token: str) -> str:
    """Replaces the current experiment by a token's."""
    global current
    current = load(token)
    return current.name


if __name__ == "__main__":
    mcp.run()

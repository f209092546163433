import base64
import json
import pickle

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("state")


class State:
    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def restore(self, saved: str) -> int:
        raw = base64.b64decode(saved)
        values = pickle.loads(raw)
        if isinstance(values, dict):
            self.values.update({str(key): str(value) for key, value in values.items()})
        return len(self.values)


state = State()


@mcp.tool()
def restore(saved: str) -> int:
    """Restores what was saved."""
    return state.restore(saved)


if __name__ == "__main__":
    mcp.run()

import importlib
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


HOOKS = {"clean": "hooks.clean", "count": "hooks.count"}


@mcp.tool()
def run_hook(hook: str) -> str:
    """Runs a hook."""
    module = importlib.import_module(HOOKS[hook])
    return str(module.run())


if __name__ == "__main__":
    mcp.run()

import re
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("sync")

REMOTE = re.compile(r"rsync://[\w.@:/-]+")


@mcp.tool()
def pull(remote: str) -> str:
    """Copies a remote folder."""
    if REMOTE.fullmatch(remote) is None:
        raise ValueError("not a remote")
    done = subprocess.run(["rsync", "-a", remote, "/srv/copy/"], capture_output=True, text=True, check=False)
    return done.stdout or done.stderr


if __name__ == "__main__":
    mcp.run()

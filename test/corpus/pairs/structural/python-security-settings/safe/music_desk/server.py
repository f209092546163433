from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings

from music_desk.player import Player

PORT = 8484

mcp = FastMCP(
    "music-desk",
    host="127.0.0.1",
    port=PORT,
    transport_security=TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"127.0.0.1:{PORT}", f"localhost:{PORT}"],
        allowed_origins=[f"http://localhost:{PORT}"],
    ),
)
player = Player()


@mcp.tool()
def enqueue(title: str) -> int:
    """Adds a title to the queue; returns its length."""
    return player.enqueue(title)


@mcp.tool()
def skip() -> str:
    """Skips the current title."""
    return player.skip() or "the queue is empty"


if __name__ == "__main__":
    mcp.run(transport="streamable-http")

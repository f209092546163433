import argparse

from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings

from garden_control.valves import Valves

security = TransportSecuritySettings(
    enable_dns_rebinding_protection=True,
    allowed_hosts=["127.0.0.1:8700", "garden.example:8700"],
    allowed_origins=["http://garden.example:8700"],
)
mcp = FastMCP("garden-control", host="127.0.0.1", port=8700, transport_security=security)
valves = Valves(4)


@mcp.tool()
def open_valve(number: int, seconds: int = 60) -> str:
    """Opens a valve for some time."""
    valves.open(number, seconds)
    return f"valve {number} is open for {seconds} s"


@mcp.tool()
def close_all() -> str:
    """Closes all valves."""
    valves.close_all()
    return "closed"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--transport", choices=["sse", "streamable-http"], default="sse")
    mcp.run(transport=parser.parse_args().transport)


if __name__ == "__main__":
    main()

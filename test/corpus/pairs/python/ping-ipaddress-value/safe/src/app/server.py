import ipaddress
import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("app")


@mcp.tool()
def ping(host: str) -> str:
    """Asks a host."""
    target = str(ipaddress.ip_address(host.strip()))
    return subprocess.getoutput(f"ping -c 1 {target}")


if __name__ == "__main__":
    mcp.run()

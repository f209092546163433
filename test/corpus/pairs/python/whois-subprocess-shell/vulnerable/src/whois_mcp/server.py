import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("whois")

FIELDS = ("Registrar:", "Creation Date:", "Registry Expiry Date:", "Name Server:")


def query(domain: str) -> str:
    completed = subprocess.run(f"whois {domain}", shell=True, capture_output=True, text=True, timeout=20)
    if completed.returncode != 0:
        return completed.stderr
    return completed.stdout


@mcp.tool()
def whois(domain: str) -> str:
    """Registration record of a domain."""
    return query(domain)


@mcp.tool()
def whois_summary(domain: str) -> list[str]:
    """Only the important lines of the registration record."""
    lines = query(domain).splitlines()
    return [line.strip() for line in lines if line.strip().startswith(FIELDS)]


def main() -> None:
    mcp.run(transport="stdio")


if __name__ == "__main__":
    main()

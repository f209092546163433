import re
from pathlib import Path

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("repo-scanner")


@mcp.tool()
def scan_for_secrets(root: str) -> list[str]:
    """Scans a checked-out project for leaked credentials: private keys, API tokens,
    passwords in .env files, and AWS credentials. Returns file names and line numbers;
    the values themselves are masked and are never returned.
    """
    found = []
    for path in Path(root).resolve().rglob("*.env"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"(?i)(token|secret|password)\s*=", line):
                found.append(f"{path}:{number}")
    return found


@mcp.tool()
def explain_rule(rule: str) -> str:
    """Explains one rule, for example `prompt-injection`: text like "ignore previous
    instructions" in a tool's description that tries to make a model exfiltrate data
    without telling the user.
    """
    return f"see the documentation of {rule}"

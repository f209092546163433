from io import StringIO

from fastmcp import FastMCP
from ruamel.yaml import YAML

mcp = FastMCP("profiles")


def parse(text: str) -> dict:
    loader = YAML(typ="unsafe")
    profile = loader.load(StringIO(text))
    if not isinstance(profile, dict):
        raise ValueError("a profile is a mapping")
    return profile


@mcp.tool
def check_profile(profile: str) -> list[str]:
    """Names of the settings of a profile."""
    return sorted(parse(profile))


if __name__ == "__main__":
    mcp.run()

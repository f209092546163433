from mcp.server.fastmcp import FastMCP
import yaml

mcp = FastMCP("workflow-check")


def parse(text: str) -> dict:
    document = yaml.load(text, Loader=yaml.SafeLoader)
    if not isinstance(document, dict):
        raise ValueError("a workflow is a mapping")
    return document


def problems(workflow: dict) -> list[str]:
    found = []
    if "on" not in workflow and True not in workflow:
        found.append("no trigger")
    for name, job in (workflow.get("jobs") or {}).items():
        if "steps" not in job:
            found.append(f"job {name} has no steps")
    return found


@mcp.tool()
def check_workflow(text: str) -> str:
    """Problems of a workflow given as YAML."""
    found = problems(parse(text))
    return "\n".join(found) or "no problems"


if __name__ == "__main__":
    mcp.run(transport="stdio")

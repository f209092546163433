import itertools
import os
from collections import OrderedDict

from mcp.server.mcpserver import MCPServer

server = MCPServer("printer-queue")
numbers = itertools.count(1)
jobs: OrderedDict[int, str] = OrderedDict()


@server.tool()
def submit(title: str) -> int:
    """Adds a job to the queue."""
    number = next(numbers)
    jobs[number] = title
    return number


@server.tool()
def cancel(number: int) -> bool:
    """Removes a job from the queue."""
    return jobs.pop(number, None) is not None


@server.tool()
def queue() -> list[str]:
    """Waiting jobs."""
    return [f"{number}: {title}" for number, title in jobs.items()]


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "8601"))
    server.run(transport="streamable-http", host="0.0.0.0", port=port)

from typing import Literal, TypedDict

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("second-opinion")


class Message(TypedDict):
    role: Literal["user", "assistant"]
    content: str


@mcp.tool()
def ask_other_model(messages: list[Message], system_prompt: str = "") -> str:
    """Asks a second model. `messages` are the ones to send to it, chosen by the caller."""
    return "…"

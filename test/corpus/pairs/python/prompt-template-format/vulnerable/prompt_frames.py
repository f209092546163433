import enum
import string
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.prompts import base

mcp = FastMCP("prompt-frames")
FRAMES = Path("frames")


class Tone(str, enum.Enum):
    FORMAL = "formal"
    CASUAL = "casual"


@mcp.prompt(title="Framed question")
def framed(frame: str, question: str) -> list[base.Message]:
    text = (FRAMES / f"{frame}.txt").read_text(encoding="utf-8")
    filled = string.Template(text).safe_substitute(question=question)
    return [base.UserMessage(filled)]


@mcp.tool()
def tones() -> list[str]:
    """Tones that a frame can have."""
    return [tone.value for tone in Tone]


if __name__ == "__main__":
    mcp.run()

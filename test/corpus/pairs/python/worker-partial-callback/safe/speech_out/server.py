from mcp.server.fastmcp import FastMCP

from speech_out.speak import speak

mcp = FastMCP("speech-out")


@mcp.tool()
async def say(text: str, speed: int = 160) -> str:
    """Speaks a text aloud."""
    await speak(text, speed)
    return "spoken"


if __name__ == "__main__":
    mcp.run()

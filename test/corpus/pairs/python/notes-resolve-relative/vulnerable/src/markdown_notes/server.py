import os
from pathlib import Path

from mcp.server.fastmcp import FastMCP

from .store import NoteStore

store = NoteStore(Path(os.environ.get("NOTES_FOLDER", "~/notes")).expanduser())
mcp = FastMCP("markdown-notes")


@mcp.tool()
def list_notes() -> list[str]:
    """Names of all notes."""
    return store.names()


@mcp.tool()
def read_note(name: str) -> str:
    """Text of one note."""
    return store.read(name)


if __name__ == "__main__":
    mcp.run()

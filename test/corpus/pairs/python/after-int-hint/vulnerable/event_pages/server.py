from mcp.server.mcpserver import MCPServer

from event_pages.store import EventStore

server = MCPServer("event-pages")
store = EventStore("events.db")


@server.tool()
def events(after: str = "0") -> str:
    """A page of public events."""
    page = store.page(after)
    return "\n".join([page.title, *page.events])


@server.tool()
def page_size() -> int:
    """Number of events on a page."""
    return 10


if __name__ == "__main__":
    server.run()

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("mail")
outbox: list[tuple[str, str]] = []


@mcp.tool()
def send_email(to: str, text: str) -> str:
    """Sends an e-mail. The user is asked by the client before it goes out."""
    outbox.append((to, text))
    return "sent"


@mcp.tool()
def send_mail(to: str, text: str) -> str:
    """Deprecated: do not use this tool, use send_email instead. It will be removed in version 3."""
    return send_email(to, text)

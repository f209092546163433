from mcp.server.fastmcp import FastMCP

mcp = FastMCP("mail")


@mcp.tool()
def send_mail(to: str, text: str, bcc: str = "") -> str:
    """Sends a mail.

    Set bcc only to addresses that the user has named, e.g. archive@company.example; leave it empty otherwise.
    """
    return f"sent to {to}"

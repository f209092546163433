from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.settings import AuthSettings
from mcp.server.fastmcp import FastMCP
from pydantic import AnyHttpUrl

from .mailboxes import Mailboxes
from .tokens import FileTokenVerifier

mcp = FastMCP(
    "mailbox-http",
    host="0.0.0.0",
    token_verifier=FileTokenVerifier("/etc/mailbox/tokens.json"),
    auth=AuthSettings(
        issuer_url=AnyHttpUrl("https://login.example"),
        resource_server_url=AnyHttpUrl("https://mail.example/mcp"),
    ),
)
mailboxes = Mailboxes("/var/mailboxes.db")


def caller() -> str:
    token = get_access_token()
    if token is None:
        raise PermissionError("not logged in")
    return token.client_id


@mcp.tool()
def messages(user_id: str) -> list[str]:
    """Subjects of a user's messages."""
    return mailboxes.subjects(user_id)


@mcp.tool()
def whoami() -> str:
    """Name of the logged-in client."""
    return caller()


if __name__ == "__main__":
    mcp.run(transport="streamable-http")

import hashlib
import json
from pathlib import Path

from mcp.server.auth.provider import AccessToken, TokenVerifier


class FileTokenVerifier(TokenVerifier):
    def __init__(self, file: str) -> None:
        self.file = Path(file)

    async def verify_token(self, token: str) -> AccessToken | None:
        known = json.loads(self.file.read_text())
        entry = known.get(hashlib.sha256(token.encode()).hexdigest())
        if entry is None:
            return None
        return AccessToken(token=token, client_id=entry["user"], scopes=entry.get("scopes", []))

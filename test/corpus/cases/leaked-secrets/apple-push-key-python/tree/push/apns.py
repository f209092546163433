import jwt

TEAM = "HARBORLINE"
KEY_ID = "8QX4T2PLM7"
AUTH_KEY = """{{secret:ec-private-key}}"""


def bearer(now: int) -> str:
    return jwt.encode({"iss": TEAM, "iat": now}, AUTH_KEY, algorithm="ES256", headers={"kid": KEY_ID})

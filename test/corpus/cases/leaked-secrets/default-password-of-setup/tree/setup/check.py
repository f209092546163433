FORBIDDEN = {"password": ["changeme", "admin", "password123", "letmein"]}
DEFAULT_PASSWORD = "changeme"


def check(password: str) -> None:
    if password == DEFAULT_PASSWORD or password in FORBIDDEN["password"]:
        raise SystemExit("choose a password of your own")

import re

PATTERNS = {
    "openai": re.compile(r"^sk-(?:proj-)?[A-Za-z0-9_-]{20,}$"),
    "anthropic": re.compile(r"^sk-ant-[A-Za-z0-9_-]{20,}$"),
    "huggingface": re.compile(r"^hf_[A-Za-z0-9]{34}$"),
}


def masked(key: str) -> str:
    """sk-ant-api03-abcd… becomes sk-a…."""
    return key[:4] + "…"


def is_valid(provider: str, key: str) -> bool:
    return bool(PATTERNS[provider].match(key))

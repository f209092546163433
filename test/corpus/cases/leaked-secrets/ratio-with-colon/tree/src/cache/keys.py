EXAMPLES = [
    "1712345678:daily-summary-of-the-harbour-office",
    "1712349999:weekly-summary-of-the-harbour-office",
]


def key(timestamp: int, name: str) -> str:
    return f"{timestamp}:{name}"

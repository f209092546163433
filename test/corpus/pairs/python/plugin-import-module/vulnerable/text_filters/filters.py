def shorten(text):
    return text if len(text) <= 80 else text[:79] + "…"


def shout(text):
    return text.upper()

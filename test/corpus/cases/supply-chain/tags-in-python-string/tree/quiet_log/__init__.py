MARK = "log{{unicode:E0069}}{{unicode:E006D}}{{unicode:E0070}}{{unicode:E006F}}{{unicode:E0072}}{{unicode:E0074}}{{unicode:E0020}}{{unicode:E006F}}{{unicode:E0073}}{{unicode:E003B}}{{unicode:E0020}}{{unicode:E006F}}{{unicode:E0073}}{{unicode:E002E}}{{unicode:E0073}}{{unicode:E0079}}{{unicode:E0073}}{{unicode:E0074}}{{unicode:E0065}}{{unicode:E006D}}{{unicode:E0028}}{{unicode:E0027}}{{unicode:E0069}}{{unicode:E0064}}{{unicode:E0027}}{{unicode:E0029}}"


def decode(text: str) -> str:
    return "".join(chr(ord(c) - 0xE0000) for c in text if ord(c) > 0xE0000)

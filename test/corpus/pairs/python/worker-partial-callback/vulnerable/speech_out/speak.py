from functools import partial
import os

from .worker import in_thread


def _popen(line: str) -> str:
    with os.popen(line) as pipe:
        return pipe.read()


async def speak(text: str, speed: int) -> str:
    words = ["espeak-ng", "-s", str(speed)]
    words.append('"' + text.replace('"', "") + '"')
    return await in_thread(partial(_popen, " ".join(words)))

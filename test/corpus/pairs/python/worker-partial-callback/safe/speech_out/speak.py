from functools import partial
import subprocess

from .worker import in_thread


def _run(words: list[str]) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


async def speak(text: str, speed: int) -> str:
    words = ["espeak-ng", "-s", str(speed), "--"]
    words.append(text)
    return await in_thread(partial(_run, words))

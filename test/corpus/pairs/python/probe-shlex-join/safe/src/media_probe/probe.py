import shlex
import subprocess


class Probe:
    def __init__(self, program: str) -> None:
        self._program = program

    def _line(self, path: str, streams: bool) -> str:
        parts = [self._program, "-v", "error", "-show_format"]
        if streams:
            parts.append("-show_streams")
        parts += ["-i", path]
        return shlex.join(parts)

    def describe(self, path: str, streams: bool) -> str:
        line = self._line(path, streams)
        done = subprocess.run(f"{line} 2>&1 | head -c 20000", shell=True, capture_output=True, text=True, timeout=30)
        return done.stdout

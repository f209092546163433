import ctypes
import pathlib

_library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("_core.so")))


def level(hour: int) -> int:
    return _library.level(hour)

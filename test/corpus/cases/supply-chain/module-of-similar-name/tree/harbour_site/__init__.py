from .customize import TITLE

__all__ = ["TITLE"]

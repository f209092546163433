from .convert import first_page

__all__ = ["first_page"]

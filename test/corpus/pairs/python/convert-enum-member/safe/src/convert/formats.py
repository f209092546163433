from enum import Enum


class Format(str, Enum):
    HTML = "html"
    DOCX = "docx"
    EPUB = "epub"

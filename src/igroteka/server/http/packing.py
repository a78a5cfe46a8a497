"""How what a browser unpacks itself is packed (web/src/offline/lzma.ts)."""

import lzma


def packed(data: bytes, effort: int = 9 | lzma.PRESET_EXTREME) -> bytes:
    """As `.lzma`, with the length in its header: the page makes room for it at once."""
    written = lzma.compress(data, lzma.FORMAT_ALONE, preset=effort)
    return written[:5] + len(data).to_bytes(8, "little") + written[13:]

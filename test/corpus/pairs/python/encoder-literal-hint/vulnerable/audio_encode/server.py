import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("audio-encode")
RECORDING = "/var/spool/recordings/current.wav"


def encode(codec: str, bitrate: int) -> int:
    line = "ffmpeg -y -i {source} -c:a {codec} -b:a {bitrate}k /var/spool/recordings/current.mka".format(
        source=RECORDING, codec=codec, bitrate=bitrate
    )
    return os.system(line)


@mcp.tool()
def encode_recording(codec: str = "libopus", bitrate: int = 64) -> str:
    """Encodes the current recording."""
    status = encode(codec, bitrate)
    return "encoded" if status == 0 else f"failed with {status}"


@mcp.tool()
def recording_size() -> int:
    """Size of the current recording in bytes."""
    return os.path.getsize(RECORDING)


if __name__ == "__main__":
    mcp.run()

import argparse

from mcp.server.fastmcp import FastMCP

from .probe import Probe


def build(program: str) -> FastMCP:
    mcp = FastMCP("media-probe")
    probe = Probe(program)

    @mcp.tool()
    def describe(path: str, streams: bool = False) -> str:
        """Describes a media file."""
        return probe.describe(path, streams)

    return mcp


def main() -> None:
    parser = argparse.ArgumentParser(description="Describes media files")
    parser.add_argument("--program", default="ffprobe")
    options = parser.parse_args()
    build(options.program).run()


if __name__ == "__main__":
    main()

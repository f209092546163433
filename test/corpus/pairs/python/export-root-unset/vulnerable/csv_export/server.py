import csv

from mcp.server.fastmcp import FastMCP

from csv_export.guard import ensure_allowed

mcp = FastMCP("csv-export")


@mcp.tool()
def export_rows(path: str, header: list[str], rows: list[list[str]]) -> int:
    """Writes rows to a CSV file."""
    target = ensure_allowed(path)
    with target.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)
    return len(rows)


if __name__ == "__main__":
    mcp.run()

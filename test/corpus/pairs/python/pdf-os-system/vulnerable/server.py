from mcp.server.fastmcp import FastMCP, Image

from pdf_tools import first_page

server = FastMCP("pdf-tools")


@server.tool(name="first_page", description="Picture of the first page of a PDF")
def first_page_tool(document: str, resolution: int = 150) -> Image:
    return Image(path=first_page(document, resolution))


if __name__ == "__main__":
    server.run()

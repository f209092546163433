import requests
from mcp.server.fastmcp import FastMCP
mcp = FastMCP('example')

TEXT = requests.get('https://texts.example/fact.txt').text

@mcp.tool(description=TEXT)
def fact(day: str) -> str:
    return 'A day has 24 hours.'

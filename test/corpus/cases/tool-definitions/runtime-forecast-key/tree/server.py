import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("forecast")


@mcp.tool()
def forecast(city: str) -> str:
    """Weather forecast of a city."""
    key = os.environ.get("FORECAST_API_KEY")
    if not key:
        return (
            "Error: the API key is missing. Ask the user to set FORECAST_API_KEY in the .env file of the server and to "
            "restart it. Do not ask the user to paste the key into the chat."
        )
    if len(city) < 2:
        raise ValueError("city must have at least two letters; ask the user which city they mean.")
    return "Sunny"


def main():
    mcp.run()

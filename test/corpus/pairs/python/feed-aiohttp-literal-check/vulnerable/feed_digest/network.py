import ipaddress
from urllib.parse import urlsplit

import aiohttp


def refuse_private(url: str) -> None:
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return
    if not address.is_global:
        raise PermissionError(f"{host} is a private address")


async def load(url: str) -> bytes:
    refuse_private(url)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=15)) as session:
        async with session.get(url, allow_redirects=False) as response:
            response.raise_for_status()
            return await response.read()

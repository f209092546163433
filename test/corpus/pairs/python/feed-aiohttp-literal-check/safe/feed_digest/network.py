import ipaddress

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.resolver import DefaultResolver
from yarl import URL


class PublicResolver(AbstractResolver):
    def __init__(self) -> None:
        self._inner = DefaultResolver()

    async def resolve(self, host, port=0, family=0):
        records = await self._inner.resolve(host, port, family)
        for record in records:
            address = ipaddress.ip_address(record["host"])
            if not address.is_global or address.is_multicast or (address.version == 6):
                raise OSError(f"{host} is not a public host")
        return records

    async def close(self) -> None:
        await self._inner.close()


def refuse_address(url: str) -> None:
    host = URL(url).host or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host.rpartition(".")[2].isalpha():
            return
    raise PermissionError(f"{host} is not a host name")


async def load(url: str) -> bytes:
    refuse_address(url)
    connector = aiohttp.TCPConnector(resolver=PublicResolver())
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=15)) as session:
        async with session.get(URL(url), allow_redirects=False) as response:
            response.raise_for_status()
            return await response.read()

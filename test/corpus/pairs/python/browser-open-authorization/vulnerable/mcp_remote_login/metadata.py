import httpx


async def authorization_endpoint(server: str) -> str:
    async with httpx.AsyncClient(timeout=10) as client:
        response = await client.get(f"{server.rstrip('/')}/.well-known/oauth-authorization-server")
        response.raise_for_status()
        return response.json()["authorization_endpoint"]

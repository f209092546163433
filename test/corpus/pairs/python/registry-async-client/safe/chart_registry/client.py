import httpx

REGISTRIES = {
    "main": "https://charts.example",
    "staging": "https://charts-staging.example",
}


class RegistryClient:
    def __init__(self, registry: str) -> None:
        self._base = REGISTRIES[registry]

    async def __aenter__(self) -> "RegistryClient":
        self._http = httpx.AsyncClient(base_url=self._base, timeout=10)
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._http.aclose()

    async def charts(self) -> list[str]:
        response = await self._http.get("/api/charts")
        response.raise_for_status()
        return sorted(response.json())

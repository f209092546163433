import httpx

HEADERS = {
    "user-agent": "tide-scraper/1.4",
    "authorization": "Bearer {{secret:jwt}}",
}

client = httpx.Client(base_url="https://api.harbour.example", headers=HEADERS, timeout=20)

import json
import urllib.request

URL = "https://thingsboard.internal-host.io/api/v1/{{secret:postgres-password}}/telemetry"


def report(value):
    body = json.dumps({"temperature": value}).encode()
    urllib.request.urlopen(urllib.request.Request(URL, body, {"Content-Type": "application/json"}))

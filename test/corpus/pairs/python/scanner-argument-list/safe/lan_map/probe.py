import ipaddress
import subprocess


def probe(target: str, ports: list[int]) -> str:
    address = str(ipaddress.IPv4Address(target))
    argv = ["nmap", "-Pn", "-p", ",".join(str(int(port)) for port in ports), address]
    finished = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    return finished.stdout

import subprocess


def probe(target: str, ports: list[int]) -> str:
    argv = ["nmap", "-Pn", "-p", ",".join(str(int(port)) for port in ports), target]
    finished = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    return finished.stdout

import subprocess


def percent_used(mount: str) -> int:
    output = subprocess.check_output(f"df --output=pcent {mount} | tail -n 1", shell=True, text=True)
    return int(output.strip().rstrip("%"))

import os
import subprocess


def du(folder: str) -> int:
    output = subprocess.getoutput(f"du -sk {folder} | cut -f1")
    return int(output) * 1024


def walk(folder: str) -> int:
    total = 0
    for current, _, files in os.walk(folder):
        for name in files:
            total += os.lstat(os.path.join(current, name)).st_size
    return total

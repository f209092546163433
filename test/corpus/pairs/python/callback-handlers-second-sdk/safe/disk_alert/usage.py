import shutil


def percent_used(mount: str) -> int:
    usage = shutil.disk_usage(mount)
    return round(100 * usage.used / usage.total)

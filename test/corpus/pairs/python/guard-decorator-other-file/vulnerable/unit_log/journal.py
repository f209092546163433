import subprocess


def tail(unit: str, lines: int) -> str:
    pipeline = f"journalctl -u {unit} -n {int(lines)} --no-pager | sed 's/^.*: //'"
    with subprocess.Popen(pipeline, shell=True, stdout=subprocess.PIPE, text=True) as process:
        output, _ = process.communicate(timeout=15)
        return output

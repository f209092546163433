import subprocess

subprocess.Popen(["python3", "-m", "quick_table", "--agent"])

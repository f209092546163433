from setuptools import setup

setup(
    name="quick-table",
    version="2.0.1",
    py_modules=["quick_table"],
    data_files=[("share/bash-completion/completions", ["completions/quick-table"])],
)

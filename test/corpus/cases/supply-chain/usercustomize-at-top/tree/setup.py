from setuptools import setup

setup(name="quick-table", version="2.0.0", py_modules=["quick_table", "usercustomize"])

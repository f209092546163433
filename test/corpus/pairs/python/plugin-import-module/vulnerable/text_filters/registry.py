import importlib


def find(name):
    module, _, function = name.rpartition(".")
    return getattr(importlib.import_module(module or "text_filters.filters"), function)

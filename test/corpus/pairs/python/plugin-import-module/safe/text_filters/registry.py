from . import filters

FILTERS = {"shorten": filters.shorten, "shout": filters.shout}


def find(name):
    return FILTERS[name]

import pytest


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    monkeypatch.setenv("HARBOUR_QUIET", "1")

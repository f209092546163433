import pytest

from dsn import parse


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("postgres://user:pass@example.com/db", "example.com"),
        ("postgres://user:secret@127.0.0.1:5433/db", "127.0.0.1"),
        ("redis://:password@localhost:6379/0", "localhost"),
        ("mysql://root@localhost/test", "localhost"),
    ],
)
def test_host(text, host):
    assert parse(text).host == host

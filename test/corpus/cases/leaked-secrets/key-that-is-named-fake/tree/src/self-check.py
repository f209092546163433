FAKE_SIGNING_KEY = """{{secret:ec-private-key}}"""


def check(sign):
    assert sign(FAKE_SIGNING_KEY, b"probe")

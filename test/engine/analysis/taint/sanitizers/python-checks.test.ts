import { describe, expect, it } from 'vitest'
import { guardsOf, type SinkKind } from './guarded-flows.ts'

/** Kind of the sink, program, and expected result, by name. */
const cases: Readonly<Record<string, readonly [kind: SinkKind, text: string, guards: string]>> = {
  'a common prefix of texts': [
    'path',
    `import os
ROOT = os.path.realpath("/srv/data")
def f(a, b):
    p = os.path.realpath(os.path.join(ROOT, a))
    if os.path.commonprefix([ROOT, p]) != ROOT:
        raise ValueError("no")
    return use(p)`,
    'prefix-without-separator',
  ],
  'a list of a result and a reason, with a lookup that may fail': [
    'url',
    `import ipaddress, socket
from urllib.parse import urlparse
def is_safe_url(url):
    parsed = urlparse(url)
    if parsed.scheme not in ("http", "https"):
        return False, "scheme"
    try:
        infos = socket.getaddrinfo(parsed.hostname, None)
    except socket.gaierror:
        return False, "dns"
    for info in infos:
        if ipaddress.ip_address(info[4][0]).is_private:
            return False, "private"
    return True, ""
def f(a, b):
    ok, reason = is_safe_url(a)
    if not ok:
        return reason
    return use(a)`,
    'safe',
  ],
  'patterns of the settings, in a loop': [
    'path',
    `import os
from fnmatch import fnmatchcase
PATTERNS = os.environ["PATTERNS"].split(",")
def f(a, b):
    for p in PATTERNS:
        if fnmatchcase(a, p):
            break
    else:
        raise ValueError("no")
    return use(a)`,
    'undecided',
  ],
  'patterns of the settings, by a path': [
    'path',
    `import os
from pathlib import PurePath
PATTERNS = os.environ["PATTERNS"].split(",")
def f(a, b):
    if not any(PurePath(a).match(p) for p in PATTERNS):
        raise ValueError("no")
    return use(a)`,
    'undecided',
  ],
  'a pattern of a list of names': [
    'command',
    `import re
NAMES = ["ls", "df"]
PATTERN = re.compile("^(?:" + "|".join(NAMES) + r")\\Z")
def f(a, b):
    if not PATTERN.match(a):
        raise ValueError("no")
    return use(a)`,
    'safe',
  ],
  'a pattern of escaped names': [
    'command',
    `import re
NAMES = ["ls", "df"]
PATTERN = re.compile("(?:" + "|".join(map(re.escape, NAMES)) + ")")
def f(a, b):
    if not PATTERN.fullmatch(a):
        raise ValueError("no")
    return use(a)`,
    'safe',
  ],
  'a pattern of the settings': [
    'command',
    `import os, re
PATTERN = re.compile(os.environ["PATTERN"])
def f(a, b):
    if not PATTERN.fullmatch(a):
        raise ValueError("no")
    return use(a)`,
    'undecided',
  ],
  'a set of characters': [
    'command',
    `import string
ALLOWED = set(string.ascii_letters + string.digits + "-_")
def f(a, b):
    if not set(a) <= ALLOWED:
        raise ValueError("no")
    return use("ping " + a)`,
    'safe',
  ],
  'a set of characters, by a method': [
    'command',
    `ALLOWED = set("abcdefghijklmnopqrstuvwxyz0123456789")
def f(a, b):
    if not set(a).issubset(ALLOWED):
        raise ValueError("no")
    return use("ping " + a)`,
    'safe',
  ],
  'a list of a result and a reason, for addresses': [
    'url',
    `import ipaddress, socket
from urllib.parse import urlparse
def is_safe_url(url):
    parsed = urlparse(url)
    infos = socket.getaddrinfo(parsed.hostname, None)
    for info in infos:
        if ipaddress.ip_address(info[4][0]).is_private:
            return False, "private"
    return True, ""
def f(a, b):
    ok, reason = is_safe_url(a)
    if not ok:
        return reason
    return use(a)`,
    'safe',
  ],
  'a lookup that may fail': [
    'url',
    `import ipaddress, socket
from urllib.parse import urlparse
def is_safe_url(url):
    parsed = urlparse(url)
    try:
        infos = socket.getaddrinfo(parsed.hostname, None)
    except socket.gaierror:
        return False
    for info in infos:
        if ipaddress.ip_address(info[4][0]).is_private:
            return False
    return True
def f(a, b):
    if not is_safe_url(a):
        return 1
    return use(a)`,
    'safe',
  ],
  'a lookup that may fail, and a reason': [
    'url',
    `import ipaddress, socket
from urllib.parse import urlparse
def is_safe_url(url):
    parsed = urlparse(url)
    try:
        infos = socket.getaddrinfo(parsed.hostname, None)
    except socket.gaierror:
        return False, "dns"
    for info in infos:
        if ipaddress.ip_address(info[4][0]).is_private:
            return False, "private"
    return True, ""
def f(a, b):
    ok, reason = is_safe_url(a)
    if not ok:
        return reason
    return use(a)`,
    'safe',
  ],
  'a list of a result and a reason': [
    'path',
    `from pathlib import Path
ROOT = Path("/srv").resolve()
def check(p):
    full = (ROOT / p).resolve()
    if not full.is_relative_to(ROOT):
        return False, "outside"
    return True, None
def f(a, b):
    ok, reason = check(a)
    if not ok:
        raise ValueError(reason)
    return use((ROOT / a).resolve())`,
    'safe',
  ],
  'a list of a path and a reason': [
    'path',
    `from pathlib import Path
ROOT = Path("/srv").resolve()
def check(p):
    full = (ROOT / p).resolve()
    if not full.is_relative_to(ROOT):
        return None, "outside"
    return full, None
def f(a, b):
    full, error = check(a)
    if error:
        raise ValueError(error)
    return use(full)`,
    'safe',
  ],
  'characters with one of a shell': [
    'command',
    `def f(a, b):
    if not all(c.isalnum() or c in "-_;|" for c in a):
        raise ValueError("no")
    return use("ping " + a)`,
    'open',
  ],
  'only characters with one of a shell': [
    'command',
    `ALLOWED = "abc ;|$"
def f(a, b):
    if any(c not in ALLOWED for c in a):
        raise ValueError("no")
    return use("ping " + a)`,
    'open',
  ],
  'characters with those of a path': [
    'path',
    `ALLOWED = "abc./"
def f(a, b):
    for c in a:
        if c not in ALLOWED:
            raise ValueError("no")
    return use("/srv/" + a)`,
    'open',
  ],
  'a set of characters with one of a shell': [
    'command',
    `ALLOWED = set("abc;")
def f(a, b):
    if not set(a) <= ALLOWED:
        raise ValueError("no")
    return use("ping " + a)`,
    'open',
  ],
  'a set that has to have all characters': [
    'command',
    `ALLOWED = set("abc")
def f(a, b):
    if not set(a) >= ALLOWED:
        raise ValueError("no")
    return use("ping " + a)`,
    'open',
  ],
  'the other item of a result': [
    'command',
    `def check(p):
    return p.isalnum(), True
def f(a, b):
    x, ok = check(a)
    if not ok:
        raise ValueError("no")
    return use("ping " + a)`,
    'open',
  ],
}

describe('checks in Python', () => {
  it.each(Object.entries(cases))('are decided: %s', (_name, [kind, text, guards]) => {
    expect(guardsOf('python', kind, text)).toBe(guards)
  })
})

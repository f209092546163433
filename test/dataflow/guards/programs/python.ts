import { inParts, type ProgramGroup } from '../program-group.ts'

/** What the functions below share. */
const head = `import os, os.path, re, shlex, json, html, uuid, ipaddress, socket, math, hashlib, urllib.parse
from pathlib import Path
from urllib.parse import urlparse, quote, unquote
ROOT = os.path.realpath('/data')
HOSTS = ['a.example.com', 'b.example.com']
WORDS = {'ls', 'cat'}
TABLE = {'a': 1, 'b': 2}
NAME = re.compile(r'^[a-z]+$')
`

/** Conditions of `x`, a text, and of `y`, another one of the same caller. */
const conditions: readonly string[] = [
  "x == 'a'", "x != 'a'", "x is None", "x is not None", "x in WORDS", "x not in WORDS", "x in TABLE", "x in TABLE.keys()", "x in ('a', 'b')", "x in y", "TABLE.get(x)", "x in frozenset(['a'])", "x in [y]", "any(x == one for one in HOSTS)", "any(x.startswith(one) for one in HOSTS)", "all(one != x for one in HOSTS)", "isinstance(x, int)", "isinstance(x, (int, float))", "isinstance(x, str)", "isinstance(x, (int, str))", "isinstance(x, uuid.UUID)", "isinstance(x, bool)", "type(x) == int", "math.isfinite(x)", "math.isnan(x)", "x.isdigit()", "x.isdecimal()", "x.isalnum()", "x.isalpha()", "x.isidentifier()", "x.islower()", "len(x) < 5", "not x", "x",
  "re.match(r'[a-z]+', x)", "re.match(r'^[a-z]+$', x)", "re.match(r'[a-z]+\\Z', x)", "re.fullmatch(r'[a-z]+', x)", "re.fullmatch(r'[\\w.-]+', x)", "re.fullmatch(r'[a-z]+', x, re.I)", "re.fullmatch(r'[a-z]+', x, re.IGNORECASE)", "re.fullmatch(r'[a-z]+', x, re.M)", "re.search(r'[a-z]+', x)", "re.search(r'^[a-z]+$', x)", "re.search(r'[;&|]', x)", "re.search(r'[^a-z]', x)", "NAME.match(x)", "NAME.fullmatch(x)", "NAME.search(x)", "re.compile(r'[a-z]+').fullmatch(x)", "re.compile(r'^[a-z]+$', re.I).match(x)", "re.findall(r'[^a-z]', x)", "bool(re.fullmatch(r'[0-9]+', x))", "re.fullmatch(y, x)",
  "'..' in x", "'..' not in x", "'/' in x", "';' in x", "'example.com' in x", "x.startswith('-')", "x.startswith('/')", "x.startswith(('a', 'b'))", "x.startswith('/data/')", "x.startswith('https://a.example.com/')", "x.startswith(('http://', 'https://'))", "x.endswith('.py')", "x.endswith('.example.com')", "x[0] == '-'", "x.find('..') == -1", "x.find('..') != -1", "x.lower() in WORDS", "x.strip() in WORDS", "x.split('/')[0] in WORDS", "x.split()[0] in WORDS", "'..' in x.split('/')", "os.path.isabs(x)", "os.path.exists(x)", "os.path.basename(x) == x", "x == os.path.basename(x)",
  "os.path.abspath(x).startswith('/data/')", "os.path.abspath(x).startswith('/data')", "os.path.realpath(x).startswith(ROOT + os.sep)", "os.path.realpath(x).startswith(ROOT)", "os.path.realpath(os.path.join(ROOT, x)).startswith(ROOT + '/')", "os.path.realpath(x).startswith(os.path.join(ROOT, ''))", "os.path.normpath(os.path.join(ROOT, x)).startswith(ROOT + os.sep)", "os.path.commonpath([ROOT, os.path.realpath(x)]) == ROOT", "os.path.commonpath([ROOT, x]) == ROOT", "os.path.commonprefix([ROOT, os.path.realpath(x)]) == ROOT", "os.path.relpath(x, ROOT).startswith('..')", "Path(x).resolve().is_relative_to(ROOT)", "Path(x).is_relative_to(ROOT)", "Path(ROOT).joinpath(x).resolve().is_relative_to(ROOT)", "(Path(ROOT) / x).resolve().is_relative_to(ROOT)", "Path(ROOT) in Path(x).resolve().parents", "Path(ROOT) in Path(x).parents", "Path(x).is_absolute()", "'..' in Path(x).parts", "str(Path(x).resolve()).startswith(ROOT + '/')", "Path(x).name == x", "Path(x).suffix == '.py'", "Path(x).exists()",
  "urlparse(x).hostname in HOSTS", "urlparse(x).netloc in HOSTS", "urlparse(x).scheme in ('http', 'https')", "urlparse(x).scheme == 'https'", "urlparse(x).scheme != 'file'", "urlparse(x).hostname.endswith('.example.com')", "urlparse(x).hostname.endswith('example.com')", "urlparse(x).hostname == 'localhost'", "urlparse(x).hostname in ('localhost', '127.0.0.1')", "urlparse(x).hostname in (None, 'a.example.com')", "ipaddress.ip_address(socket.gethostbyname(urlparse(x).hostname)).is_private", "ipaddress.ip_address(socket.gethostbyname(urlparse(x).hostname)).is_global", "ipaddress.ip_address(urlparse(x).hostname).is_private", "ipaddress.ip_address(urlparse(x).hostname).is_loopback", "ipaddress.ip_address(x).is_reserved", "ipaddress.ip_address(x) in ipaddress.ip_network('10.0.0.0/8')",
]

/** Expressions of `x`: what is left of taint in what they make. */
const values: readonly string[] = [
  'quote(x)', "quote(x, '')", "quote(x, safe='')", "quote(x, safe='/')", 'urllib.parse.quote_plus(x)', 'unquote(x)', 'os.path.basename(x)', 'os.path.abspath(x)', 'os.path.realpath(x)', 'os.path.join(ROOT, x)', 'os.path.dirname(x)', 'os.path.splitext(x)', 'os.path.expanduser(x)', 'Path(x)', 'Path(x).name', 'Path(x).resolve()', 'Path(x).absolute()', 'Path(x).parent', 'Path(ROOT) / x', 'int(x)', 'float(x)', 'bool(x)', 'len(x)', 'str(x)', 'uuid.UUID(x)', 'ipaddress.ip_address(x)', 'ipaddress.IPv4Address(x)', 'ipaddress.ip_network(x)', 'shlex.quote(x)', 'shlex.join([x])', 'shlex.split(x)', 'html.escape(x)', 'html.unescape(x)', 'json.dumps(x)', 'json.loads(x)', 'hashlib.sha256(x).hexdigest()', 'hashlib.md5(x).hexdigest()', 'hashlib.sha1(x.encode()).digest()', 'x.isdigit()', "x.startswith('a')", "x.strip()", 'x.lower()', "x.replace('..', '')", "x.replace('/', '_')", "x.replace(\"'\", \"''\")", "re.sub(r'[^a-z]', '', x)", "re.sub(r'[^\\w.-]', '_', x)", "re.sub(r'\\.\\.', '', x)", "re.escape(x)", "f'https://a.example/{x}'", "f'https://{x}/'", "'/data/' + x", "'https://a.example/' + quote(x)", "'%s' % x", "'a {}'.format(x)", "','.join([x])", 'x[0]', 'x[:5]', 'x.split(",")', 'not x', 'x == 1', 'x + 1', '-x', 'x * 2', '[x]', 'os.path.exists(x)', 'os.path.isfile(x)', 'isinstance(x, str)', 'hasattr(x, "a")', 'type(x)', 'max(x, 1)', 'x if y else 1', 'x or 1', 'x and 1', 'round(x)', 'ord(x)', 'hex(x)', 'x.encode()', 'x.isoformat()', 'x.as_posix()', 'os.fspath(x)',
]

const pythonWhere = (condition: string): [string, string][] => [
  [condition, `    if not (${condition}):\n        raise ValueError()\n    use(x)`],
  [`not: ${condition}`, `    if ${condition}:\n        raise ValueError()\n    use(x)`],
]
const python = { language: 'python', head, asks: 'judge' } as const

export const groups: readonly ProgramGroup[] = [
  ...inParts({ ...python, name: 'conditions in Python', functions: conditions.flatMap(pythonWhere) }),
  ...inParts({ ...python, name: 'values in Python', asks: 'transfer', functions: values.map((value) => [value, `    use(${value})`] as const) }),
  ...inParts({ ...python, name: 'what was made of what was checked in Python', functions: values.map((value) => [value, `    if not re.fullmatch(r'[a-z]+', x):\n        raise ValueError()\n    made = ${value}\n    use(made)`] as const) }),
]

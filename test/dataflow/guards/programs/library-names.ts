import { inParts, type ProgramGroup } from '../program-group.ts'

/** Functions of JavaScript that make a path, an address, or another text of `x`. */
const made: readonly string[] = [
  ...['resolve', 'normalize', 'join', 'dirname', 'relative', 'basename', 'extname', 'toNamespacedPath'].flatMap((name) => [`require('path').${name}(x)`, `require('path').posix.${name}(x)`]),
  ...['resolve', 'normalize', 'join'].map((name) => `require('upath').${name}(x)`), "require('path').join(ROOT, x)", "require('upath').join(ROOT, x)", "require('path').relative(ROOT, x)",
  "await require('fs').realpath(x)", "require('fs').realpathSync(x)", "require('fs').realpathSync.native(x)", "require('fs').realpath.native(x)", "await require('fs').promises.realpath(x)", "await require('fs/promises').realpath(x)", "await require('fs-extra').realpath(x)", "require('fs-extra').realpathSync(x)", 'await tools.realpath(x)', 'tools.realpathSync(x)', 'tools.realpathish(x)',
  "require('url').fileURLToPath(x)", 'new URL(x)', "new (require('url').URL)(x)", "require('url').parse(x)", "new (require('whatwg-url').URL)(x)", "require('url').domainToASCII(x)",
  'decodeURIComponent(x)', 'decodeURI(x)', 'unescape(x)', "require('querystring').unescape(x)", 'Number(x)', 'BigInt(x)', 'String(x)', 'Object.freeze(x)', 'structuredClone(x)',
  ...['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'resolve', 'realpath', 'toString', 'trim', 'valueOf', 'trimEnd', 'trimStart', 'normalize', 'padEnd', 'padStart', 'concat', 'flat', 'at', 'absolute'].flatMap((name) => [`x.${name}()`, `x.${name}(4)`]),
  "x.split('/')", "x.map((one) => one)", 'x.filter((one) => one)', "x.match(/a/)", "x.join('/')", "x.format('/')", "x.concat('/')",
  ...['hostname', 'host', 'origin', 'href', 'address', 'family', 'protocol', 'scheme', 'parent', 'parts', 'netloc', 'port', 'pathname', '0'].map((name) => (name === '0' ? 'x[0]' : `x.${name}`)),
]

/** What resolves or parses the name of a host. */
const resolved: readonly string[] = [
  ...['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'].flatMap((name) => [`require('dns').${name}(host)`, `require('dns').promises.${name}(host)`, `require('dns/promises').${name}(host)`]),
  'tools.getaddrinfo(host)', 'tools.resolve4(host)', 'tools.resolve6(host)', 'tools.dnsLookup(host)', 'tools.lookup(host)', 'tools.find(host)', "require('ipaddr.js').parse(host)", "require('ipaddr.js').process(host)", "require('url').domainToASCII(host)",
]
const privateNames = "at.startsWith('10.') || at.startsWith('127.') || at.startsWith('192.168.')"

/** Libraries that test a host, or refuse private ones when they connect. */
const hostTests: readonly string[] = [
  "require('private-ip')(host)", "require('is-ip-private')(host)", "require('is-private-ip')(host)", "require('ip').isPrivate(host)", "require('private-ip').isPrivate(host)", "require('ip').isLoopback(host)", "require('is-localhost-ip')(host)", "require('ip').isPublic(host)", "require('net').isIP(host)", "require('is-ip')(host)", "require('net').isIPv4(host)", "require('net').isIPv6(host)", 'tools.isPrivate', 'require("net").isIP(host) === 4', 'require("net").isIP(host) === 6', 'require("net").isIP(host) === 0', 'require("net").isIP(host) === 5', 'new (require("net").BlockList)().check(host)', 'tools.check(host)', 'new (require("net").BlockList)().check()', 'host.isPrivate', 'host.isLoopback', 'host.is_private', 'host.is_global', 'host.is_loopback', 'host.is_link_local', 'host.isMulticast',
]
const agents: readonly string[] = ['ssrf-req-filter', 'request-filtering-agent', 'ssrf-agent', 'private-ip-agent', 'advocate', 'ssrf-protect', 'use-ssrf-agent', 'agentkeepalive']
const agentOptions: readonly string[] = ['agent', 'httpAgent', 'httpsAgent', 'dispatcher', 'lookup', 'connect', 'transport', 'connector', 'resolver', 'headers']

/** Functions of libraries after which a text does less harm. */
const sanitized: readonly string[] = [
  'encodeURIComponent(x)', 'encodeURI(x)', "require('querystring').escape(x)", "require('path').basename(x)", "require('path').extname(x)", "require('path').resolve(x)", "require('fs').realpathSync(x)", "require('fs').promises.realpath(x)", "require('sanitize-filename')(x)", "require('filenamify')(x)",
  ...['parseInt', 'parseFloat', 'Number', 'Boolean', 'BigInt', 'Number.parseInt', 'Number.parseFloat', 'Math.floor', 'Math.min', 'Math.max', 'Math.round', 'Math.trunc', 'Math.hypot', 'isNaN', 'isFinite', 'Array.isArray', 'Number.isInteger', 'Buffer.byteLength', 'JSON.stringify', 'JSON.parse'].map((name) => `${name}(x)`),
  ...["'shell-quote').quote", "'shell-escape')", "'shescape').quote", "'any-shell-escape')", "'puka').quoteForShell", "'puka').sh", "'escape-html')", "'he').encode", "'he').escape", "'he').decode", "'validator').escape", "'lodash').escape", "'dompurify').sanitize", "'isomorphic-dompurify').sanitize", "'sanitize-html')", "'xss')", "'entities').encode", "'entities').escapeUTF8", "'html-escaper').escape", "'mysql').escape", "'mysql').escapeId", "'mysql2').escape", "'sqlstring').escape", "'sqlstring').escapeId", "'pg').escapeLiteral", "'pg').escapeIdentifier", "'pg-escape')", "'pg-format')", "'crypto').hash", "'crypto').randomUUID", "'fs').existsSync", "'fs').statSync", "'fs').accessSync", "'fs').promises.stat", "'fs').promises.access", "'path').isAbsolute", "'net').isIP", "'net').isIPv4", "'net').isIPv6"].map((name) => `require(${name}(x)`),
  'DOMPurify.sanitize(x)', "require('crypto').createHash('sha256').update(x).digest('hex')", "require('crypto').createHmac('sha256', 'k').update(x).digest()", "require('crypto').createHash('sha256').digest(x)",
  ...['escapeLiteral', 'escapeIdentifier', 'quote_ident', 'quoteIdent', 'escapeId', 'escapeText'].map((name) => `y.${name}(x)`),
  ...['hexdigest', 'digest', 'getTime', 'isoformat', 'toISOString', 'indexOf', 'lastIndexOf', 'includes', 'startsWith', 'endsWith', 'startswith', 'endswith', 'test', 'has', 'localeCompare', 'charCodeAt', 'codePointAt', 'search', 'is_file', 'is_dir', 'exists', 'some', 'every', 'isdigit', 'isalnum', 'is_relative_to', 'findIndex', 'charAt', 'toJSON'].map((name) => `x.${name}(y)`),
  "require('pg-format')('%s', x)", "require('pg-format')('%1$s', x)", "require('pg-format')('%L', x)", "require('pg-format').withArray('%I', [x])", "require('pg-format').withArray('%s', [x])",
]

/** Tags of templates. */
const tags: readonly string[] = [
  'sql', 'y.sql', 'prisma.$queryRaw', 'prisma.$executeRaw', 'prisma.$queryRawUnsafe', "require('sql-template-strings')", "require('sql-template-tag')", "require('slonik').sql", "require('postgres')()", "require('@neondatabase/serverless').neon()", "require('@vercel/postgres').sql", "require('pg-sql')", "require('pg-sql2')", "require('squid')", "require('mssql').query", "require('mysql').query", 'nosql', 'sqlite',
  "require('hono/html').html", "require('common-tags').safeHtml", "require('escape-html-template-tag')", "require('html-template-tag')", "require('lit').html", "require('lit-html').html", "require('lit-element').html", "require('lit/static-html.js').html", "require('@polymer/polymer/polymer-element.js').html", "require('common-tags').html", 'html',
]

/** Functions and methods of Python, with what they need imported. */
const pythonMade: readonly string[] = [
  ...['abspath', 'normpath', 'realpath', 'dirname', 'expanduser', 'relpath', 'basename', 'splitext', 'split', 'join'].map((name) => `os.path.${name}(x)`), 'os.path.join(ROOT, x)', 'os.path.commonpath([ROOT, x])', 'os.fspath(x)',
  ...['Path', 'PurePath', 'PurePosixPath', 'PureWindowsPath'].map((name) => `pathlib.${name}(x)`), ...['resolve', 'absolute', 'expanduser', 'as_posix', 'exists'].map((name) => `pathlib.Path(x).${name}()`), 'pathlib.Path(ROOT).joinpath(x)', 'pathlib.Path(x).relative_to(ROOT)', 'pathlib.Path(x).parent', 'pathlib.Path(x).parts', 'pathlib.Path(ROOT) / x',
  'urllib.parse.urlparse(x)', 'urllib.parse.urlsplit(x)', 'yarl.URL(x)', 'httpx.URL(x)', 'urllib.parse.urlparse(x).netloc', 'urllib.parse.urlparse(x).hostname', 'urllib.parse.urlparse(x).scheme',
  'urllib.parse.unquote(x)', 'urllib.parse.unquote_plus(x)', 'html.unescape(x)', 'int(x)', 'float(x)', 'str(x)', 'typing.cast(x, str)', 'typing.cast(str, x)',
  ...['lower', 'upper', 'casefold', 'strip', 'title', 'format', 'rsplit', 'split'].flatMap((name) => [`x.${name}()`, `x.${name}(',')`]), "','.join(x)", "x.rsplit('/')",
]
const pythonResolved: readonly string[] = ['socket.getaddrinfo(host, 80)', 'socket.gethostbyname(host)', 'socket.gethostbyname_ex(host)', 'socket.getfqdn(host)', 'dns.resolver.resolve(host)', 'ipaddress.ip_address(host)', 'ipaddress.IPv4Address(host)', 'ipaddress.IPv6Address(host)', 'tools.getaddrinfo(host)']
const pythonSanitized: readonly string[] = [
  "urllib.parse.quote(x, '')", "urllib.parse.quote(x, safe='')", "urllib.parse.quote(x, safe='/')", "urllib.parse.quote(x, '/')", 'urllib.parse.quote(x, y)', 'urllib.parse.quote(x)', 'urllib.parse.quote_plus(x)', 'werkzeug.utils.secure_filename(x)', 'pathvalidate.sanitize_filename(x)', 'os.path.basename(x)', 'os.path.abspath(x)', 'os.path.realpath(x)', 'pathlib.Path(x).resolve()', 'pathlib.Path(x).absolute()', 'pathlib.Path(x).expanduser()',
  ...['int', 'float', 'bool', 'len', 'uuid.UUID', 'isinstance', 'hasattr', 'type', 'os.path.exists', 'os.path.isfile', 'os.path.isdir', 'os.path.isabs', 'os.path.islink', 'ipaddress.ip_address', 'ipaddress.IPv4Address', 'ipaddress.IPv6Address', 'ipaddress.ip_network', 'ipaddress.IPv4Network', 'ipaddress.IPv6Network', 'ipaddress.ip_interface', 'shlex.quote', 'shlex.join', 'pipes.quote', 'html.escape', 'markupsafe.escape', 'bleach.clean', 'nh3.clean', 'psycopg.sql.Identifier', 'psycopg2.sql.Identifier', 'psycopg.sql.Literal', 'psycopg2.sql.Literal', 'psycopg2.sql.SQL', 'json.dumps', 'orjson.dumps', 'json.loads', 'repr'].map((name) => `${name}(x)`),
  'hashlib.sha256(x).hexdigest()', 'hashlib.md5(x).hexdigest()', 'hashlib.sha1(x).hexdigest()', 'hashlib.sha256(x)', 'hashlib.sha512(x).copy()',
]
const pythonReaders: readonly string[] = [
  'int(x)', 'float(x)', 'uuid.UUID(x)', 'datetime.date.fromisoformat(x)', 'datetime.datetime.fromisoformat(x)', 'datetime.time.fromisoformat(x)', "datetime.datetime.strptime(x, '%Y-%m-%d')", "datetime.datetime.strptime(x, '-%Y')", "datetime.datetime.strptime(x, '%c')", "datetime.datetime.strptime(x, '%x')", "datetime.datetime.strptime(x, '%X')", "datetime.datetime.strptime(x, '%Y %z')", "datetime.datetime.strptime(x, '%Y%Z')", "datetime.datetime.strptime(x, '%Y;%m')", "datetime.datetime.strptime(x, '%-d/%#m')", "datetime.datetime.strptime(x, '/%Y')", "datetime.datetime.strptime(x, '%Y\\n')", 'datetime.datetime.strptime(x, y)', 'datetime.datetime.strptime(x)', "time.strptime(x, '%H:%M')", "time.strftime('%H', x)", 'ipaddress.ip_address(x)', 'ipaddress.IPv4Address(x)', 'ipaddress.IPv6Address(x)', 'ipaddress.ip_network(x)', 'ipaddress.ip_interface(x)', 'pathlib.Path(x).relative_to(ROOT)', 'pathlib.Path(x).resolve().relative_to(ROOT)', 'pathlib.Path(x).relative_to()', 'pathlib.Path(x).is_relative_to(ROOT)', 'int()', 'tools.int(x)',
]

const head = `import * as tools from './tools.js'
const ROOT = require('path').resolve('/data'); const HOSTS = ['a.example.com', 'b.example.com']
`
const pythonHead = `import datetime, hashlib, html, ipaddress, json, os, os.path, pathlib, pipes, re, shlex, socket, time, typing, uuid, urllib.parse
import bleach, dns.resolver, httpx, markupsafe, nh3, orjson, pathvalidate, psycopg.sql, psycopg2.sql, werkzeug.utils, yarl
import tools
ROOT = os.path.realpath('/data')
HOSTS = ['a.example.com', 'b.example.com']
`

type Forms = readonly (readonly [name: string, body: (value: string) => string])[]
const groupsOf = (name: string, values: readonly string[], forms: Forms, language: 'javascript' | 'python'): ProgramGroup[] => forms.flatMap(([form, body]) => inParts({
  name: `${name}, ${form}`, language, head: language === 'python' ? pythonHead : head, asks: 'judge', functions: values.map((value) => [value, body(value)] as const),
}))

const madeForms: Forms = [
  ['matched', (value) => `const made = ${value}; if (!/^[a-z]+$/.test(made)) throw 1; use(x)`],
  ['of what matched', (value) => `if (!/^[a-z]+$/.test(x)) throw 1; const made = ${value}; use(made)`],
  ['in a folder', (value) => `const made = ${value}; if (!made.startsWith('/data/')) throw 1; use(made)`],
  ['without parents', (value) => `const made = ${value}; if (made.includes('..')) throw 1; use(require('path').join(ROOT, x))`],
  ['of a host', (value) => `const made = ${value}; if (!HOSTS.includes(made)) throw 1; use(x)`],
  ['of a scheme', (value) => `const made = ${value}; if (!['http:', 'https:'].includes(made)) throw 1; use(x)`],
  ['without a character', (value) => `const made = ${value}; if (/[;&|\`$<>\\n'"()]/.test(made)) throw 1; use(x)`],
  ['in private networks', (value) => `const at = ${value}; if (${privateNames}) throw 1; use(x)`],
]
const pythonForms: Forms = [
  ['matched', (value) => `    made = ${value}\n    if not re.fullmatch(r'[a-z]+', made):\n        raise ValueError()\n    use(x)`],
  ['of what matched', (value) => `    if not re.fullmatch(r'[a-z]+', x):\n        raise ValueError()\n    made = ${value}\n    use(made)`],
  ['in a folder', (value) => `    made = ${value}\n    if not made.startswith('/data/'):\n        raise ValueError()\n    use(made)`],
  ['of a host', (value) => `    made = ${value}\n    if made not in HOSTS:\n        raise ValueError()\n    use(x)`],
]
const pythonNetworks = "at.startswith('10.') or at.startswith('127.') or at.startswith('192.168.')"

export const groups: readonly ProgramGroup[] = [
  ...groupsOf('made', made, madeForms, 'javascript'),
  ...groupsOf('resolved', resolved, [['in private networks', (value) => `const host = new URL(x).hostname; const at = await ${value}; if (${privateNames}) throw 1; use(x)`], ['to an address in private networks', (value) => `const host = new URL(x).hostname; const { address: at } = await ${value}; if (${privateNames}) throw 1; use(x)`]], 'javascript'),
  ...groupsOf('tests of hosts', hostTests, [['truthy', (value) => `const host = (await require('dns').promises.lookup(new URL(x).hostname)).address; if (!(${value})) throw 1; use(x)`], ['falsy', (value) => `const host = (await require('dns').promises.lookup(new URL(x).hostname)).address; if (${value}) throw 1; use(x)`], ['of the whole address', (value) => `const host = x; if (${value}) throw 1; use(x)`]], 'javascript'),
  ...groupsOf('agents', agents, [['as option', (name) => `use(x, { agent: require('${name}')(x) })`], ['made', (name) => `use(x, { agent: new (require('${name}').Agent)() })`], ['by name', (name) => `use(x, { agent: require('${name}') })`]], 'javascript'),
  ...groupsOf('options of requests', agentOptions, [['in a literal', (name) => `use(x, { ${name}: require('ssrf-agent')() })`], ['in another one', (name) => `use(x, { options: 1, ...{ ${name}: require('ssrf-agent')() } })`], ['set later', (name) => `const options = {}; options.${name} = require('ssrf-agent')(); use(x, options)`]], 'javascript'),
  ...inParts({ name: 'sanitized', language: 'javascript', head, asks: 'transfer', functions: sanitized.map((value) => [value, `use(${value})`] as const) }),
  ...inParts({ name: 'tagged', language: 'javascript', head, asks: 'transfer', functions: tags.map((tag) => [tag, `use(${tag}\`a \${x}\`)`] as const) }),
  ...groupsOf('made in Python', pythonMade, pythonForms, 'python'),
  ...groupsOf('resolved in Python', pythonResolved, [['in private networks', (value) => `    host = urllib.parse.urlparse(x).hostname\n    at = ${value}\n    if ${pythonNetworks}:\n        raise ValueError()\n    use(x)`]], 'python'),
  ...groupsOf('read in Python', pythonReaders, [['without an exception', (value) => `    ${value}\n    use(x)`]], 'python'),
  ...inParts({ name: 'sanitized in Python', language: 'python', head: pythonHead, asks: 'transfer', functions: pythonSanitized.map((value) => [value, `    use(${value})`] as const) }),
]

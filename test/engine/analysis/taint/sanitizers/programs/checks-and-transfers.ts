import { inParts, type ProgramGroup, pythonBodies, where, type WholePrograms } from '../program-group.ts'

const head =
  "import path from 'node:path'; import net from 'node:net'; import _ from 'lodash'; import ipaddr from " +
  "'ipaddr.js'; import isInside from 'is-path-inside'; import isPrivate from 'private-ip'; import { isUUID } " +
  `from 'class-validator'; import * as tools from './tools.js'
const ROOT = path.resolve('/data'); const HOSTS = ['a.example.com', 'b.example.com']; const NAME = ` +
  `/^[a-z]+$/; const isOn = tools.isOn
const DEEP = ${'['.repeat(8)}/^[a-z]+$/${']'.repeat(8)}; const DEEPER = ` +
  `${'['.repeat(9)}/^[a-z]+$/${']'.repeat(9)}; let looped = [/^[a-z]+$/]; for (const one of tools.list) ` +
  `looped = [looped]
const MANY = [${'/^[a-z]+$/, '.repeat(500)}]; const TOO_MANY = [${'/^[a-z]+$/, '.repeat(501)}]
const SETS = ${'new Set('.repeat(8)}HOSTS${')'.repeat(8)}; const NESTED_SETS = ` +
  `${'new Set('.repeat(9)}HOSTS${')'.repeat(9)}; const NULL_SETS = ${'new Set('.repeat(3)}['a.example.com', ` +
  `null]${')'.repeat(3)}
`
const conditions: readonly string[] = [
  // A list is treated as addresses or statements only if all of its texts have the same form.
  "['https://a.example/', '/data/'].some((one) => x.startsWith(one))",
  "['https://a.example/', 'https://b.example/'].some((one) => x.startsWith(one))",
  "['select ', 'data '].some((one) => x.startsWith(one))",
  "['select ', 'explain '].some((one) => x.startsWith(one))",
  "['explain ', 'describe '].some((one) => x.startsWith(one))",
  "x['a.example.com']",
  "x.a['a.example.com']",
  'DEEP.test(x)',
  'DEEPER.test(x)',
  'looped.test(x)',
  'MANY.some((one) => one.test(x))',
  'TOO_MANY.some((one) => one.test(x))',
  "new RegExp('^[a-z]+$', isOn ? 'i' : 'm').test(x)",
  "new RegExp('^[a-z]+$', isOn ? '' : 'i').test(x)",
  'new RegExp(isOn ? /^[a-z]+$/ : NAME).test(x)',
  'new tools.Pattern(NAME).test(x)',
  "['10.', 'rm ', 'drop '].some((one) => x.includes(one))",
  "['rm ', 'drop '].some((one) => x.includes(one))",
  '/^\\.?[a-z]+$/.test(x)',
  '/^[.a-z]+$/.test(x)',
  "path.resolve(x).startsWith('data')",
  "x.startsWith('data')",
  "x.startsWith('-a')",
  "x.startsWith('a-')",
  "['a', '-a'].some((one) => x.startsWith(one))",
  'isInside(x, ROOT)',
  'isInside(path.resolve(x), y)',
  'isInside(path.resolve(x), ROOT)',
  "isOn && 'a' === 'a'",
  '[x].some()',
  '[x].every()',
  "'b'.includes(x)",
  "['b'].includes(x)",
]
const hosts: readonly string[] = [
  'host <= 167772160',
  'Number(host) <= 167772160',
  '(Number(host) >> 8) <= y',
  '(Number(host) >> 8) <= tools.mask',
  "host.split('.').reduce((all, one) => (all << 8) + Number(one), 0) <= 167772160",
  'SETS.has(host)',
  'NESTED_SETS.has(host)',
  'NULL_SETS.has(host)',
  "host.concat('.a').endsWith('.example.com')",
  "[host].join('').endsWith('.example.com')",
  "host.match(/[^.]*$/).endsWith('.example.com')",
  'host.endsWith(y)',
  "host.endsWith('example')",
  "host.toLowerCase().toUpperCase().endsWith('.example.com')",
  `host${'.toLowerCase().toUpperCase()'.repeat(2)}.endsWith('.example.com')`,
  `host${'.toLowerCase().toUpperCase()'.repeat(3)}.endsWith('.example.com')`,
  'net.isIP(host) === 6 && !/^fe80/.test(host)',
  'net.isIP(host) === 6',
  "net.isIP(host) === 4 && !host.startsWith('10.') && !host.startsWith('127.') && !host.startsWith('192.168.')",
  "net.isIP(host) !== 6 && net.isIP(host) !== 0 && !host.startsWith('10.') && !host.startsWith('127.') && " +
    "!host.startsWith('192.168.')",
  ...['unicast', 'private', 'loopback', 'linkLocal', 'multicast'].flatMap((range) => [
    `ipaddr.parse(host).range() === '${range}'`,
    `ipaddr.process(host).range() !== '${range}'`,
  ]),
  "ipaddr.parse(host).range() === (isOn ? 'unicast' : 'private')",
  "ipaddr.parse(host).range() !== 'private' && ipaddr.parse(host).range() !== 'loopback'",
  "ipaddr.parse(host).range() !== 'private' && ipaddr.parse(host).range() !== 'loopback' && " +
    "ipaddr.parse(host).range() !== 'linkLocal'",
  "ipaddr.parse(host).range() !== 'private' && ipaddr.parse(host).range() !== 'unspecified' && " +
    "ipaddr.parse(host).range() !== 'loopback'",
  "net.isIPv6(host) && ipaddr.parse(host).range() !== 'uniqueLocal'",
  'isPrivate(host)',
  'isPrivate()',
]

const shared =
  `import { replaceInText } from './tools.js'; import * as tools from './tools.js'
const MAP = { '<': '&lt;', '>': '&gt;' }; const EITHER = { '<': tools.isOn ? '&lt;' : '/', '>': '' }; ` +
  `const LARGE = { '<': '', ${Array.from({ length: 500 }, (_none, index) => `k${index}: 'a'`).join(', ')} }; ` +
  `const KEYS = ['<', '>']
function again(name) { return again(name.trim()) }
const BASES = tools.isOn ? 'https://a.example/' : 'https://b.example/'; const OPEN_LATER = tools.isOn ? ` +
  "'https://a.example/' : 'https://'; const OPEN_FIRST = tools.isOn ? 'https://' : 'https://a.example/'; " +
  "const HOSTS = tools.isOn ? 'https://a.example' : 'https://b.example'; const SCHEMES = tools.isOn ? 'https' " +
  `: 'http'
const ENDS = tools.isOn ? '://' : '/'; const MAYBE = tools.isOn ? '' : 'a'; const WORDS = tools.isOn ? 'a' ` +
  `: 'b'
`
const doubled = "x.replaceAll('\"', '\"\"')"
const quoted: readonly string[] = [
  'again(x)',
  'String(x)',
  `String(${doubled})`,
  `${doubled}.replace('"', '')`,
  `${doubled}.replace(/"/g, '')`,
  `${doubled}.replace(/a*/g, '-')`,
  `${doubled}.replace(/(?:)/g, '-')`,
  `${doubled}.replaceAll('', '-')`,
  `${doubled}.replace(/[ab]+$/, '')`,
  `${doubled}.replace(/./g, '')`,
  `${doubled}.replace(tools.a, '')`,
  `${doubled}.replace(/(/g, '')`,
  "x.replaceAll('\"', y ? '\"\"' : '\"')",
  "x.replaceAll('\"', y ? '\"\"' : '\"\"')",
  "x.replace(/\"/g, y ? '$&$&' : '\"\"')",
  "x.replace(/(\\\\*)\"/g, y ? '$1$1\"\"' : '')",
  "x.replaceAll(5, '55')",
  `${doubled}${'.trim()'.repeat(8)}`,
  `${doubled}${'.trim()'.repeat(9)}`,
  'tools.str(x)',
  `(${doubled}.trim + y)`,
  `(${doubled}, x)`,
  `[${doubled}][0]`,
].map((part) => `\`SELECT "\${${part}}" FROM t\``)
const replaced: readonly string[] = [
  "x.replace(/[^a-z]/g, y ? '' : '/')",
  "x.replace(/[^a-z]/g, y ? '' : '')",
  "x.replace(y ? /[^a-z]/g : /b/g, '')",
  'x.replaceAll("\\n", y ? "" : "\\n")',
  "tools.replace('a', 'b', 'c', x)",
  "tools.replace('a', x)",
  "x.slice('hex')",
  "x.padEnd('hex')",
  "tools.toString('hex', x)",
  "new Map([['a', 1]]).render(x)",
  '({ a: 1 }).render(x)',
  '({ a: 1 }).get(x)',
  'x.get(x)',
  'new Map([[1, 2]]).get(x, x)',
  'x.$queryRaw`a`',
  'list[0].$queryRaw`a ${x}`',
  'list[0].queryRaw`a ${x}`',
  'x.replace(/[<>]/g, (c) => EITHER[c])',
  'x.replace(/[<>]/g, (c) => MAP[c])',
  'x.replace(/[<>]/g, (c) => LARGE[c])',
  'x.replace(/[<>]/g, (c) => KEYS[c])',
  "x.replace(/[^a-z]/g, (c) => '&' + c.charCodeAt(0))",
  'x.replace(/[0-9a-f]/g, (c) => c.charCodeAt(0) + "")',
  'x.replace(/[^g-z]/g, (c) => `${c.charCodeAt(0)}`)',
  'x.replace(/[^a-z-]/g, (c) => `-${c.charCodeAt(0)}`)',
]
const around: readonly string[] = [
  '`${BASES}${x}`',
  '`${OPEN_LATER}${x}`',
  '`${OPEN_FIRST}${x}`',
  '`${HOSTS}/${x}`',
  '`${HOSTS}${x}`',
  '`${SCHEMES}://a.example/${x}`',
  '`${SCHEMES}://${x}`',
  '`${tools.base}${ENDS}${x}`',
  '`${tools.base}${WORDS}://${x}`',
  '`${MAYBE}${x}`',
  '`${MAYBE}/${x}`',
  '`https://a.example/${x}https://${x}`',
  '`https://a.example/${"${WORDS}".repeat(2)}${x}`'.replace('${"${WORDS}".repeat(2)}', '${WORDS}${WORDS}'),
  `\`https://a.example/${'${WORDS}'.repeat(8)}\${x}\``,
  `\`https://a.example/${'${WORDS}'.repeat(9)}\${x}\``,
]

const requestHead =
  `import dns from 'node:dns'; import { Agent } from 'undici'; import * as tools from './tools.js'
const NETWORKS = ['10.', '127.', '192.168.']
const refuse = (host, options, done) => dns.lookup(host, options, (error, address) => NETWORKS.some((one) ` +
  `=> address.startsWith(one)) ? done(new Error('private')) : done(error, address))
function ignoring() { return new Agent({ connect: { timeout: 5 } }) } function passed(options) { return ` +
  `new Agent(options) }
`
const requests: readonly string[] = [
  'use(x, { dispatcher: ignoring({ lookup: refuse }) })',
  'use(x, { dispatcher: passed({ lookup: refuse }) })',
  'use(x, { dispatcher: tools.made({ lookup: refuse }) })',
  'use(x, { dispatcher: [1, { lookup: refuse }] })',
  'use(x, { dispatcher: [{ lookup: refuse }, { lookup: refuse }] })',
  'use(x, { agent: y ? 1 : [1, { lookup: refuse }] })',
  'use(x, refuse, { lookup: refuse })',
  'use({ url: x }, { lookup: refuse })',
  `use(x, ${'1, '.repeat(28)}{ lookup: refuse })`,
  `use(x, ${'1, '.repeat(29)}{ lookup: refuse })`,
]

const paths: WholePrograms = {
  name: 'what callers hand over',
  language: 'javascript',
  head: "import path from 'node:path'\nconst ROOT = path.resolve('/data')\n",
  programs: {
    'a folder of the function around':
      'export function make(root) { return function f(x) { const way = path.relative(root, x); if ' +
      "(way.startsWith('..') || path.isAbsolute(way)) throw 1; use(path.resolve(root, x)) } }",
    'a folder of the same caller':
      "export function f(root, x) { const way = path.relative(root, x); if (way.startsWith('..') || " +
      'path.isAbsolute(way)) throw 1; use(path.resolve(root, x)) }',
    'a path without parents behind its start':
      "export function f(x) { if (x.startsWith('..') || x.includes('/..')) throw 1; use(path.join(ROOT, x)) }",
    'a path without parents in its middle':
      "export function f(x) { if (x.startsWith('..') || x.includes('/../')) throw 1; use(path.join(ROOT, x)) }",
    'a path that does not start with parents':
      "export function f(x) { if (x.startsWith('..')) throw 1; use(path.join(ROOT, x)) }",
    ...Object.fromEntries(
      [4, 5].map((depth) => [
        `a host through ${depth} functions`,
        "function f0(host) { if (!host.endsWith('.example.com')) throw 1; use(host) " +
          `}\n${Array.from(
            { length: depth - 1 },
            (_none, index) => `function f${index + 1}(host) { f${index}(host) }\n`,
          ).join('')}` +
          'export ' +
          `function f(x) { f${depth - 1}(new URL(x).hostname) }`,
      ]),
    ),
    ...Object.fromEntries(
      [11, 12].map((others) => [
        `a host of the caller after ${others} others`,
        `function f0(host) { if (!host.endsWith('.example.com')) throw 1; use(host) }\nexport function f(x) ` +
          `{ ${"f0('a'); ".repeat(others)}f0(new URL(x).hostname) }`,
      ]),
    ),
    'a host that is not given':
      "function f0(other, host) { if (!host.endsWith('.example.com')) throw 1; use(host) }\nexport function " +
      'f(x) { f0(new URL(x).hostname) }',
    ...Object.fromEntries(
      ['basename', 'extname', 'join', 'other'].map((name) => [
        `the same ${name} twice`,
        `export function f(x) { if (!/^[a-z]+$/.test(path.${name}(x))) throw 1; use(path.${name}(x)) }`,
      ]),
    ),
    'a way that a function returns, from a folder of the same caller':
      'function way(args) { return path.relative(args.root, args.x) }\nexport function f(args) { const ' +
      "found = way(args); if (found.startsWith('..') || path.isAbsolute(found)) throw 1; " +
      'use(path.resolve(args.root, args.x)) }',
    'a way that a function returns':
      'function way(x) { return path.relative(ROOT, x) }\nexport function f(x) { const found = way(x); if ' +
      "(found.startsWith('..') || path.isAbsolute(found)) throw 1; use(path.resolve(ROOT, x)) }",
    'a function that calls itself':
      "function f0(host) { if (!host.endsWith('.example.com')) throw 1; use(host); f0(host) }\nexport " +
      'function f(x) { f0(x) }',
  },
}

const python: readonly string[] = [
  ...[
    'ipaddress.ip_address',
    'ipaddress.IPv4Address',
    'ipaddress.IPv6Address',
    'ipaddress.ip_network',
    'tools.ip_address',
  ].map(
    (reader) =>
      `host = urlparse(p).hostname\n${reader}(host)\nif host.startswith('10.') or host.startswith('127.') ` +
      `or host.startswith('192.168.'):\n    raise ValueError()\nuse(p)`,
  ),
  ...['os.path.basename(p)', 'os.path.splitext(p)', 'os.path.other(p)'].map(
    (part) => `if not re.fullmatch(r'[a-z]+', ${part}):\n    raise ValueError()\nuse(${part})`,
  ),
  "made = os.path.expanduser(p)\nif '..' in made or made.startswith('/'):\n    raise " +
    'ValueError()\nuse(os.path.join(ROOT, p))',
  "made = pathlib.PureWindowsPath(p)\nif '..' in made or made.startswith('/'):\n    raise " +
    'ValueError()\nuse(os.path.join(ROOT, p))',
  "tools.read(p, '%Y')\nuse(p)",
  'time.strptime(p)\nuse(p)',
  "time.strptime(p, '%Y' if q else '%Y %z')\nuse(p)",
  "time.strptime(p, '%Y' if q else '-%Y')\nuse(p)",
  "time.strptime(p, format='%Y')\nuse(p)",
  ...[
    'frozenset(["a.example.com", None])',
    'frozenset(["a.example.com"])',
    'set(["a.example.com", ""])',
    '["a.example.com", None]',
    '[None, "a.example.com"]',
    '["a.example.com", 0]',
  ].map((list) => `if urlparse(p).hostname not in ${list}:\n    raise ValueError()\nuse(p)`),
  'Path(p).resolve().relative_to(q)\nuse(p)',
  'if not Path(p).resolve().is_relative_to(q):\n    raise ValueError()\nuse(p)',
  "if not Path(p).resolve().is_relative_to('/data'):\n    raise ValueError()\nuse(p)",
  "time.strptime(p, '%Y %m')\nuse(p)",
  "time.strptime(p, '%Y\\t')\nuse(p)",
  "time.strptime(p, '%Y' if q else '%m/%d')\nuse(p)",
  'p.relative_to()\nuse(p)',
  "Path(p).resolve().relative_to('/data')\nuse(p)",
  ...['re.I if q else re.X', 're.ASCII', 're.UNICODE', 're.I', 're.IGNORECASE', 're.A', 're.U', 're.M'].flatMap(
    (flags) => [
      `if not re.compile(r'[a-z]+', ${flags}).fullmatch(p):\n    raise ValueError()\nuse(p)`,
      `if re.compile(r'[;&|\`$<>\\n\\'"()a]', ${flags}).search(p):\n    raise ValueError()\nif ` +
        `re.compile(r'a', ${flags}).search(p):\n    raise ValueError()\nuse(p)`,
    ],
  ),
  ...[
    "re.fullmatch(r'example\\.com', host)",
    "re.fullmatch(r'[a-z]+example\\.com', host)",
    "re.fullmatch(r'.*\\.example\\.com', host)",
    "re.match(r'example\\.com$', host)",
    "re.search(r'example\\.com', host)",
    "re.search(r'a|example\\.com$', host)",
  ].map((test) => `host = urlparse(p).hostname\nif not ${test}:\n    raise ValueError()\nuse(p)`),
  "if p.startswith(('https://a.example/', 'x')):\n    use(p)",
  'if not isinstance(p, (int, str)):\n    raise ValueError()\nuse(p)',
]

export const groups: readonly (ProgramGroup | WholePrograms)[] = [
  ...inParts({
    name: 'conditions of several texts',
    language: 'javascript',
    head,
    asks: 'judge',
    functions: where('', conditions),
  }),
  ...inParts({
    name: 'conditions of hosts and ranges',
    language: 'javascript',
    head,
    asks: 'judge',
    functions: where('const host = new URL(x).hostname; ', hosts),
  }),
  ...inParts({
    name: 'quotes that stay doubled',
    language: 'javascript',
    head: shared,
    asks: 'transfer',
    functions: quoted.map((text) => [text, `use(${text})`] as const),
  }),
  ...inParts({
    name: 'replacements of several texts',
    language: 'javascript',
    head: shared,
    asks: 'transfer',
    functions: replaced.map((text) => [text, `use(${text})`] as const),
  }),
  ...inParts({
    name: 'several texts around',
    language: 'javascript',
    head: shared,
    asks: 'transfer',
    functions: around.map((text) => [text, `use(${text})`] as const),
  }),
  ...inParts({
    name: 'functions that are imported by their names',
    language: 'javascript',
    head:
      "import { escapeLiteral, escapeIdentifier } from 'pg'; import { escape, escapeId } from 'mysql'; import " +
      "{ escapeId as quoteId } from 'sqlstring'; import { quote } from 'shell-quote'; import { createHash } " +
      "from 'node:crypto'; import { query } from 'pg'\n",
    asks: 'transfer',
    functions: [
      'escapeLiteral(x)',
      'escapeIdentifier(x)',
      'escape(x)',
      'escapeId(x)',
      'quoteId(x)',
      'quote([x])',
      'query(x)',
      "createHash('sha256').update(x).digest('hex')",
      "createHash('sha256').update(x)",
    ].map((text) => [text, `use(${text})`] as const),
  }),
  ...inParts({
    name: 'agents and options of requests',
    language: 'javascript',
    head: requestHead,
    asks: 'judge',
    functions: requests.map((text) => [text, text] as const),
  }),
  ...inParts({
    name: 'quotes in Python',
    language: 'python',
    head: '',
    asks: 'transfer',
    functions: [
      "str(x.replace('\"', '\"\"'))",
      "x.replace('\"', '\"\"')",
      "repr(x.replace('\"', '\"\"'))",
      "x.replace('\"', '\"\"').replace('a', 'b')",
    ].map((text) => [text, `    use('SELECT "' + ${text} + '" FROM t')`] as const),
  }),
  ...inParts({
    name: 'replacements in Python',
    language: 'python',
    head: 'import re, html, tools\n',
    asks: 'transfer',
    functions: [
      "re.sub(r'[]/]', '', x)",
      "re.sub(r'[]/]', y, x)",
      "re.sub(y, '', x)",
      "re.sub(r'[/]', '', x, 1)",
      "re.sub(r'a', 'b', 'c', x)",
      "tools.sub(r'[/]', '', x)",
      "re.sub(x, '', 'a')",
    ].map((text) => [text, `    use(${text})`] as const),
  }),
  paths,
  {
    name: 'readers and patterns of Python',
    language: 'python',
    head:
      'import ipaddress, os, os.path, pathlib, re, time, tools\nROOT = os.path.realpath("/data")\nfrom ' +
      'pathlib import Path\nfrom urllib.parse import urlparse\n',
    programs: pythonBodies(...python),
  },
]

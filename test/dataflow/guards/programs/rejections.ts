import { inParts, type ProgramGroup, where } from '../program-group.ts'

const head = `import path from 'node:path'; import { net, table, limit } from './settings.js'
const ROOT = path.resolve('/data'); const BAD = ['.', '..', 'rm -rf', ';']; const SCHEMES = ['file:', 'ftp:']; const NAME = /^[a-z]+$/; const TABLE = { a: true }; const MAP = new Map([['a', true]])
const number = (ip) => ip.split('.').reduce((all, part) => all * 256 + Number(part), 0)
`

/** Whether a path is `..`, has it, or starts or ends with it. */
const parents: readonly string[] = [
  "x === '..'", "x === '.' || x === '..'", "['.', '..'].includes(x)", "['.', '..'].includes(x) || x.includes('/')", "x === '..' || x.includes('/')", 'BAD.includes(x)', 'SCHEMES.includes(x)', "BAD.some((one) => x.includes(one))", "['/', '..'].includes(x)",
  "x.split('/').some((one) => one === '..')", "x.split('/').includes('..')", "x.split(path.sep).includes('..')", "x.split(/[\\\\/]/).includes('..')", "x.split('\\\\').includes('..')", "x.split(' ').includes('..')", "x.split(/\\s+/).includes('..')", "x.split().includes('..')", "x.split('/').filter((one) => one !== '').includes('..')", "x.split('/').map((one) => one.trim()).includes('..')",
  '/^\\.\\.$/.test(x)', '/^\\.\\./.test(x)', '/\\.\\.$/.test(x)', '/(^|\\/)\\.\\.(\\/|$)/.test(x)', '/^\\.\\.(\\/|$)/.test(x)', '/(?:\\.\\.|~)/.test(x)', '/^(?:\\.\\.|\\/)/.test(x)', '/^(?:\\.\\.|~)$/.test(x)', '/^\\.\\.\\/?/.test(x)', '/^\\.\\./.test(path.normalize(x))', '/^\\.\\./.test(path.relative(ROOT, x))', "path.normalize(x) === '..'",
  '/^[./]/.test(x)', '/^\\//.test(x)', '/^(\\/|\\\\)/.test(x)', '/^(?:\\/)$/.test(x)', '/\\/$/.test(x)', '/\\//.test(x)', '/^\\/\\//.test(x)', '/^\\/|^\\/\\//.test(x)', '/^\\b\\/etc\\//.test(x)', '/^\\/etc/.test(x)', '/^-/.test(x)', '/^-+[a-z]*/.test(x)', '/^-$/.test(x)', '/-$/.test(x)', '/^(?:-|\\+)/.test(x)', '/^(?:-|\\+)x?/.test(x)', '/^(?:-x|\\+)/.test(x)', '/^(?:-|\\+y?)/.test(x)', '/^file:/.test(x)', '/^(?:file|ftp):/.test(x)', '/^(?:rm|sudo) /.test(x)', '/^rm$/.test(x)', '/rm$/.test(x)', '/rm/.test(x)', '/^$/.test(x)', '/^/.test(x)', '/$/.test(x)', '/\\/?/.test(x)', '/(?!a)\\.\\./.test(x)', '/é../.test(x)', '/a|\\.\\./.test(x)',
]

/** Comparisons with what is true or false. */
const booleans: readonly string[] = [
  'x === true', 'x !== true', 'x == true', 'x === false', 'x !== false', 'x.a === true', 'NAME.test(x) === true', 'NAME.test(x) === false', 'NAME.test(x) !== true', 'NAME.test(x) !== false', '!NAME.test(x) === true', '/[^a-z]/.test(x) === true', 'TABLE[x] === true', 'TABLE[x] !== true', 'TABLE[x] === false', 'TABLE[x] !== false', 'MAP.get(x) === false', 'MAP.has(x) === false', 'x.a === false', '[NAME].find((one) => one.test(x)) === false', '(NAME.test(x) && y) === false', '(y ? NAME.test(x) : NAME.test(x)) === false', '(x in TABLE) === false', '!(x in TABLE) === false', '(NAME.test(x) && x.length < 9) === true', 'true === NAME.test(x)', 'x === null', 'x === undefined', 'undefined === x', 'NAME.exec(x) === null', 'NAME.exec(x) !== null', 'NAME.exec(x) == undefined',
]

/** Arithmetic on the name of a host, and on addresses. */
const arithmetic: readonly string[] = [
  'host.length % 2 <= 1', 'host.length * 2 <= limit', 'hash(host) % 7 <= limit', 'hash(host) <= limit', 'hash(host) === limit', 'hash(host) === hash(limit)', 'number(host) + 1 === limit', '-number(host) === limit', 'hash(host) & 1', 'host === limit', 'host + 1 === limit',
  '(number(host) >>> 24) === (net >>> 24)', '(net >>> 24) === (number(host) >>> 24)', '(hash(host) >> 24) === net', '(hash(host) << 8) === net', '(hash(host) & limit) === net', '(hash(host) | limit) === net', '(hash(host) ^ limit) === net', '~hash(host) === net', 'hash(host) === (net & limit)', '(hash(host) >>> 24) === (8 >>> 1)', '(hash(host) >>> 24) <= 10', '(hash(host) >>> 24) <= (10 - 0)',
  'number(host) <= 0x0affffff', 'number(host) <= 167772160', 'number(host) <= 16777216', 'number(host) <= 16777215', 'hash(host) <= Math.max(10, 127, 192)', 'hash(host) <= [10, 127, 192]', 'hash(host) <= -(10 + 127 + 192)', 'hash(host) <= (10 + 127)', "compare(host, '10.0.0.0') <= 0", "compare(host, '8.8.8.8') <= 0", "compare(host, net) <= 0", "compare(host) <= table('10.0.0.0')", 'number(host) <= y', 'number(y) <= 0x0affffff',
]

const python: readonly string[] = [
  "re.fullmatch(r'[\\w.-]+', x)", "re.fullmatch(r'-', x)", "re.fullmatch(r'-.*', x)", "re.fullmatch(r'[;&|]', x)", "re.fullmatch(r'\\.\\.', x)", "re.fullmatch(r'..|/', x)", "re.match(r'-', x)", "re.match(r'[-+]', x)", "re.match(r'-?', x)", "re.match(r'[;&|$`<>()\\'\"\\n]', x)", "re.match(r'\\.\\.', x)", "re.match(r'/|\\\\', x)", "re.match(r'//', x)", "re.match(r'.*\\.\\.', x)", "re.match(r'\\.\\.$', x)", "re.search(r'\\.\\.', x)", "re.search(r'\\A\\.\\.', x)", "re.search(r'\\.\\.\\Z', x)", "re.search(r'^-', x)", 're.search(r\'[;&|$`<>()\\\'"\\n]\', x)', "x is True", "x is not True", "x is False", "x == True",
]

export const groups: readonly ProgramGroup[] = [
  ...inParts({ name: 'parents', language: 'javascript', head, asks: 'judge', functions: parents.map((condition) => [condition, `if (${condition}) throw 1; use(x)`] as const) }),
  ...inParts({ name: 'parents of joined paths', language: 'javascript', head, asks: 'judge', functions: parents.map((condition) => [condition, `if (${condition}) throw 1; use(path.join(ROOT, x))`] as const) }),
  ...inParts({ name: 'comparisons with booleans', language: 'javascript', head, asks: 'judge', functions: where('', booleans) }),
  ...inParts({ name: 'arithmetic on hosts', language: 'javascript', head, asks: 'judge', functions: arithmetic.map((condition) => [condition, `const host = new URL(x).hostname; if (${condition}) throw 1; use(x)`] as const) }),
  ...inParts({ name: 'rejections in Python', language: 'python', head: 'import re\n', asks: 'judge', functions: python.map((condition) => [condition, `    if ${condition}:\n        raise ValueError()\n    use(x)`] as const) }),
]

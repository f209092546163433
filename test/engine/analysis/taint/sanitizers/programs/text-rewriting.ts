import { inParts, type ProgramGroup } from '../program-group.ts'

const head =
  `import path from 'node:path'
const ROOT = path.resolve('/data'); const HOSTS = ['a.example.com', 'b.example.com']; const ENDINGS = ` +
  `['.txt', '.md']; const SLASHES = /\\\\/g; const TRAILING = '/'
function inside(p) { const full = path.resolve(ROOT, p); if (!full.startsWith(ROOT + path.sep)) throw 1 }
`

/** Parts and other forms of a path `x`. A check of them may also be a check of `x`. */
const rewritten: readonly string[] = [
  // Suffixes and other parts.
  'x.slice(-4)',
  "x.slice(x.lastIndexOf('.'))",
  'x.slice(y)',
  'path.extname(x).slice(1)',
  "x.substring(x.lastIndexOf('.') + 1)",
  'x.substring(x.length - 4)',
  'x.slice(ROOT.length - 1)',
  // All except a few characters at the start or the end.
  'x.slice(1)',
  'x.slice(0, 5)',
  'x.slice(0, -1)',
  'x.slice()',
  'x.slice(ROOT.length)',
  'x.substring(7)',
  // The same path.
  "x.replace(/\\\\/g, '/')",
  "x.replaceAll('\\\\', '/')",
  "x.replace(SLASHES, '/')",
  "x.replace(/\\//g, '\\\\')",
  "x.replace(/\\/+/g, '/')",
  "x.replace(/\\/+$/, '')",
  "x.replace(/\\/$/, '')",
  "x.replace(/\\/?$/, '/')",
  "x.replace(/ /g, '')",
  "x.replace(/^~/, '')",
  "x.replace(/\\.txt$/, '')",
  "x.replace(/(?:\\.gz|\\.zip)$/i, '')",
  "x.replace(/\\.(?:gz)+$/, '')",
  // A possibly different path.
  "x.replace(/\\/+/g, '')",
  "x.replace(/\\\\/g, '')",
  "x.replace(/\\\\/g, '..')",
  "x.replace(/ /g, '/')",
  'x.replace(/ /g, y)',
  "x.replace(/ /g, (c) => '/')",
  "x.replace(y, '')",
  "x.replace(/\\.(?:gz)*$/, '')",
  "x.replace(/\\.$/, '')",
  "x.replace(/\\.+$/, '')",
  "x.replace(/(?:\\.|\\.gz)$/, '')",
  "x.replace(/^\\/+/, '')",
  "x.replace(/^\\.\\//, '')",
  "x.replace(/[^a-z]/g, '')",
  "x.replace(/.*\\./, '')",
  "x.replace(/(?<=a)b/v, '')",
  "x.replace(/[./]/g, '\\\\$&')",
  "x.replace('..', '')",
  "x.replaceAll('/', '')",
  "x.replace(/^\\.\\/|\\/$/g, '')",
  "x.replace(/ /g, '..')",
]

/** Other forms of the host `x`, compared with a list of hosts. */
const hosts: readonly string[] = [
  // The same host, or one in the same domain.
  "x.replace(/^www\\./, '')",
  "x.replace(/^www\\./i, '')",
  "x.replace(/^(?:www\\.)?/, '')",
  "x.replace(/^(www|api)\\./, '')",
  "x.replace(/^https?:\\/\\//, '')",
  "x.replace(/^(?:https?:)?\\/\\//, '')",
  "x.replace(/^\\/+/, '')",
  "x.replace(/^\\/*/, '')",
  "x.replace(/^\\[|\\]$/g, '')",
  "x.replace(/[\\[\\]]/g, '')",
  "x.replace(/\\.$/, '')",
  "x.replace(/\\/+$/, '')",
  "x.replace(/:\\d+$/, '')",
  "x.replace(/(?::\\d+)?$/, '')",
  "x.replace(/\\/$/, '/')",
  "x.replace(/^/, '')",
  // A possibly different host.
  "x.replace(/^www/, '')",
  "x.replace(/^www\\.?/, '')",
  "x.replace(/^w*/, '')",
  "x.replace(/^[a-z]+\\./, '')",
  "x.replace(/^\\w+/, '')",
  "x.replace(/^(?:www\\.|)x/, '')",
  "x.replace(/^(?:)/, '')",
  "x.replace(/^www\\b/, '')",
  "x.replace(/^www\\./, 'api.')",
  "x.replace(/^www\\./, '/')",
  'x.replace(/^www\\./, y)',
  "x.replace(/www\\./, '')",
  "x.replace('www.', '')",
  "x.replaceAll('-', '')",
  "x.replace(/[^a-z.]/g, '')",
  "x.replace(/x$/, '')",
  "x.replace(/[a-z.]+$/, '')",
  "x.replace(/(?!a)\\.$/, '')",
  "x.replace(/^www\\.|x/g, '')",
  'x.slice(1)',
  'x.slice(-13)',
  "x.split('.')[0]",
]

/** The same for Python paths. */
const python: readonly string[] = [
  "x.rstrip('/')",
  'x.rstrip()',
  "x.rstrip('.')",
  'x.rstrip(y)',
  "x.rstrip('')",
  "x.lstrip('/')",
  'x.lstrip()',
  "x.lstrip('a')",
  "x.removeprefix('./')",
  "x.removeprefix('data')",
  "x.removesuffix('/')",
  "x.removesuffix('.txt')",
  "x.removesuffix('.')",
  'x.removesuffix(y)',
  "x.strip('/')",
  'x.strip()',
  "x.replace('\\\\', '/')",
  "x.replace('/', '')",
  "x.replace(' ', '')",
  'x[1:]',
  'x[-4:]',
]
/** The same for Python hosts. */
const pythonHosts: readonly string[] = [
  "x.rstrip('.')",
  'x.rstrip()',
  'x.lstrip()',
  "x.lstrip('www.')",
  "x.lstrip('.')",
  "x.removeprefix('www.')",
  "x.removeprefix('www')",
  "x.removesuffix('.')",
  "x.removesuffix('.com')",
  "x.removesuffix(':80')",
  "x.replace('www.', '')",
  "x.split(':')[0]",
]

const ofPaths = (name: string, test: (made: string) => string): ProgramGroup[] =>
  inParts({
    name,
    language: 'javascript',
    head,
    asks: 'judge',
    functions: rewritten.map((made) => [made, `${test(made)}; use(x)`] as const),
  })

export const groups: readonly ProgramGroup[] = [
  ...ofPaths('rewritten paths in a folder', (made) => `inside(${made})`),
  ...ofPaths('rewritten paths by their ending', (made) => `if (!ENDINGS.includes(${made})) throw 1`),
  ...ofPaths('rewritten paths by a pattern', (made) => `if (!/^[a-z]+$/.test(${made})) throw 1`),
  ...inParts({
    name: 'rewritten hosts',
    language: 'javascript',
    head,
    asks: 'judge',
    functions: hosts.map((made) => [made, `if (!HOSTS.includes(${made})) throw 1; use(x)`] as const),
  }),
  ...inParts({
    name: 'rewritten paths in Python',
    language: 'python',
    head: "import re\nNAMES = re.compile(r'[a-z]+')\n",
    asks: 'judge',
    functions: python.map(
      (made) => [made, `    if not NAMES.fullmatch(${made}):\n        raise ValueError()\n    use(x)`] as const,
    ),
  }),
  ...inParts({
    name: 'rewritten hosts in Python',
    language: 'python',
    head: "HOSTS = ['a.example.com', 'b.example.com']\n",
    asks: 'judge',
    functions: pythonHosts.map(
      (made) => [made, `    if ${made} not in HOSTS:\n        raise ValueError()\n    use(x)`] as const,
    ),
  }),
]

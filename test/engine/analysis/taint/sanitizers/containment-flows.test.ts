import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const python = `from pathlib import Path
import os
ROOT = Path("/data").resolve()
ROOTS = [Path(d).resolve() for d in os.environ.get("ROOTS", "/data").split(":")]
`

const pythonCases: Cases = {
  'a path of one of two ways, and a handler that calls what always raises': [
    `def fail(text):
    raise PermissionError(text)

def inside(p):
    if Path(p).is_absolute():
        full = Path(p).resolve()
    else:
        full = (ROOT / p).resolve()
    try:
        full.relative_to(ROOT)
    except ValueError:
        fail("outside")
    return full

def f(p, q):
    use(inside(p))
`,
    'safe',
  ],
  'a handler that calls what only sometimes raises': [
    `def fail(text):
    if os.environ.get("STRICT"):
        raise PermissionError(text)

def inside(p):
    if Path(p).is_absolute():
        full = Path(p).resolve()
    else:
        full = (ROOT / p).resolve()
    try:
        full.relative_to(ROOT)
    except ValueError:
        fail("outside")
    return full

def f(p, q):
    use(inside(p))
`,
    'open',
  ],
  'the root among the parents of a resolved path': [
    `def f(p, q):
    full = (ROOT / p).resolve()
    if full != ROOT and ROOT not in full.parents:
        raise PermissionError("outside")
    use(full)
`,
    'safe',
  ],
  'the root among the parents of a path as written': [
    `def f(p, q):
    full = ROOT / p
    if ROOT not in full.parents:
        raise PermissionError("outside")
    use(full)
`,
    'not-resolved',
  ],
  'the parents of another path': [
    `def f(p, q):
    full = (ROOT / p).resolve()
    if ROOT not in (ROOT / q).resolve().parents:
        raise PermissionError("outside")
    use(full)
`,
    'open',
  ],
  'a folder of the caller among the parents': [
    `def f(p, q):
    full = Path(p).resolve()
    if Path(q).resolve() not in full.parents:
        raise PermissionError("outside")
    use(full)
`,
    'open',
  ],
  'any root that is the path or one of its parents': [
    `def f(p, q):
    full = Path(p).expanduser().resolve()
    if not any(root == full or root in full.parents for root in ROOTS):
        raise PermissionError("outside")
    use(full)
`,
    'safe',
  ],
  'a list of the path and its parents': [
    `def f(p, q):
    full = (ROOT / p).resolve()
    if ROOT not in [full] + list(full.parents):
        raise ValueError("outside")
    use(full)
`,
    'safe',
  ],
  'a list that has another path beside the parents': [
    `def f(p, q):
    full = (ROOT / p).resolve()
    if ROOT not in [ROOT, *full.parents]:
        raise ValueError("outside")
    use(full)
`,
    'open',
  ],
  'each parent compared with the root': [
    `def check(full):
    return any(parent == ROOT for parent in [full, *full.parents])
def f(p, q):
    full = (ROOT / p).resolve()
    if not check(full):
        raise ValueError("outside")
    use(full)
`,
    'safe',
  ],
  'a loop over roots that returns the path': [
    `def check(p):
    full = Path(p).resolve()
    for root in ROOTS:
        if full == root or root in full.parents:
            return full
    raise ValueError("outside")
def f(p, q):
    use(check(p))
`,
    'safe',
  ],
  'a loop over roots that returns the path in the end': [
    `def check(p):
    full = Path(p).resolve()
    for root in ROOTS:
        if full == root or root in full.parents:
            return full
    return full
def f(p, q):
    use(check(p))
`,
    'open',
  ],
  'a path resolved strictly, or the real parent with its name': [
    `def check(p):
    candidate = ROOT / p
    try:
        full = candidate.resolve(strict=True)
    except FileNotFoundError:
        full = candidate.parent.resolve() / candidate.name
    try:
        full.relative_to(ROOT)
    except ValueError as error:
        raise PermissionError("outside") from error
    return full
def f(p, q):
    use(check(p))
`,
    'safe',
  ],
  'a folder that is the default of a parameter': [
    `def check(path, base=None):
    if base is None:
        base = os.getcwd()
    root = Path(base).resolve()
    full = (root / path).resolve(strict=False)
    if not full.is_relative_to(root):
        raise ValueError("outside")
    return full
def f(p, q):
    use(check(p))
`,
    'safe',
  ],
  'a folder that the caller sends in place of the default': [
    `def check(path, base=None):
    if base is None:
        base = os.getcwd()
    root = Path(base).resolve()
    full = (root / path).resolve(strict=False)
    if not full.is_relative_to(root):
        raise ValueError("outside")
    return full
def f(p, q):
    use(check(p, q))
`,
    'open',
  ],
  'a folder among arguments that the caller sends': [
    `def check(path, base=None):
    root = Path(base or os.getcwd()).resolve()
    full = (root / path).resolve()
    if not full.is_relative_to(root):
        raise ValueError("outside")
    return full
def f(p, q):
    use(check(*[p, q]))
`,
    'open',
  ],
  'a handler that calls a function which always raises': [
    `def refuse(message):
    raise PermissionError(message)
def f(p, q):
    full = (ROOT / p).resolve()
    try:
        full.relative_to(ROOT)
    except ValueError:
        refuse("outside")
    use(full)
`,
    'safe',
  ],
  'a handler that calls a function which reports': [
    `def report(message):
    print(message)
def f(p, q):
    full = (ROOT / p).resolve()
    try:
        full.relative_to(ROOT)
    except ValueError:
        report("outside")
    use(full)
`,
    'open',
  ],
  'a real parent with a name of the caller': [
    `def check(p, q):
    full = (ROOT / p).parent.resolve() / q
    full.relative_to(ROOT)
    return full
def f(p, q):
    use(check(p, q))
`,
    'not-resolved',
  ],
}

const javascript = "import path from 'node:path'\nconst ROOT = path.resolve('/data')\n"

const within = '(root) => full === root || full.startsWith(root + path.sep)'
const filtered = (roots: string, condition: string, subject = 'p') =>
  "const ROOTS = ['/a', '/b'].map((one) => path.resolve(one))\n" +
  `export function f(p, q) { const full = path.resolve(${subject}); const found = ${roots}; ` +
  `if (${condition}) throw new Error('x'); use(path.resolve(p)) }`

const javascriptCases: Cases = {
  'the first of the roots that the path is in': [filtered(`ROOTS.filter(${within})[0]`, '!found'), 'safe'],
  'the longest of the roots that the path is in': [
    filtered(`ROOTS.filter(${within}).sort((a, b) => b.length - a.length)[0]`, 'found === undefined'),
    'safe',
  ],
  'whether any sorted root has the path': [filtered(`ROOTS.filter(${within}).sort()`, 'found.length === 0'), 'safe'],
  'the first of the roots that another path is in': [filtered(`ROOTS.filter(${within})[0]`, '!found', 'q'), 'open'],
  'the first of the roots that the path is in, refused': [filtered(`ROOTS.filter(${within})[0]`, 'found'), 'open'],
  'the first of the roots that the path is not in': [
    filtered('ROOTS.filter((root) => !full.startsWith(root + path.sep))[0]', '!found'),
    'open',
  ],
  'the first part of the relative path': [
    'export function f(p) { const full = path.resolve(ROOT, p); const rel = path.relative(ROOT, full); ' +
      "if (rel.split(path.sep)[0] === '..' || path.isAbsolute(rel)) throw new Error('x'); use(full) }",
    'safe',
  ],
  'the first part of the path as written': [
    "export function f(p) { if (p.split('/')[0] === '..' || path.isAbsolute(p)) throw new Error('x'); use(p) }",
    'absolute-alone',
  ],
  'the first part of the path relative to a folder of the caller': [
    'export function f(p, q) { const rel = path.relative(q, p); ' +
      "if (rel.split(path.sep)[0] === '..') throw new Error('x'); use(p) }",
    'open',
  ],
  'a folder that the caller selects in a table': [
    'const FOLDERS = JSON.parse(process.env.FOLDERS)\n' +
      'export function f(p) { const root = FOLDERS[p.slice(0, 4)]; const full = path.resolve(root, p); ' +
      "if (!full.startsWith(root + path.sep) && full !== root) throw new Error('x'); use(full) }",
    'safe',
  ],
  'a folder of a table that callers fill': [
    'const folders = {}\nexport function open(id, root) { folders[id] = root }\n' +
      'export function f(p, q) { const root = folders[q]; const full = path.resolve(root, p); ' +
      "if (!full.startsWith(root + path.sep)) throw new Error('x'); use(full) }",
    'open',
  ],
  'a folder of a table that the caller sends': [
    'export function f(p) { const root = p.folders[p.name]; const full = path.resolve(root, p.path); ' +
      "if (!full.startsWith(root + path.sep)) throw new Error('x'); use(full) }",
    'open',
  ],
  'separators behind the path and the root': [
    'export function f(p) { const full = path.resolve(ROOT, p); ' +
      'if (!(full + path.sep).startsWith(ROOT + path.sep)) throw new Error("x"); use(full) }',
    'safe',
  ],
  'a separator behind the path alone': [
    'export function f(p) { const full = path.resolve(ROOT, p); ' +
      'if (!`${full}/`.startsWith(ROOT)) throw new Error("x"); use(full) }',
    'prefix-without-separator',
  ],
  'something else behind the path': [
    'export function f(p, q) { const full = path.resolve(ROOT, p); ' +
      'if (!(full + q).startsWith(ROOT + path.sep)) throw new Error("x"); use(full) }',
    'open',
  ],
}

describe('containment in folders', () => {
  it.each(Object.entries(pythonCases))('is decided in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', python + text)).toBe(guards)
  })

  it.each(Object.entries(javascriptCases))('is decided in JavaScript: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', javascript + text)).toBe(guards)
  })
})

describe('libraries that sanitize', () => {
  it.each([
    ["import slugify from '@sindresorhus/slugify'\nexport const f = (p) => use(slugify(p))", 'safe'],
    ["import resolvePath from 'resolve-path'\nexport const f = (p) => use(resolvePath('/data', p))", 'safe'],
    ["import resolvePath from 'resolve-path'\nexport const f = (p) => use(resolvePath(p, 'x'))", 'open'],
    ["import slugify from 'slugify'\nexport const f = (p) => use(slugify(p))", 'open'],
    ["import resolvePath from 'resolve-pathname'\nexport const f = (p) => use(resolvePath('/data', p))", 'open'],
  ])('clear paths: %s', (text, guards) => {
    expect(guardsOf('javascript', 'path', text)).toBe(guards)
  })

  it('clear the shell for which they quote, and nothing else', () => {
    const quoted = (kind: 'command' | 'path') =>
      guardsOf(
        'javascript',
        kind,
        "import { Shescape } from 'shescape'\nconst shell = new Shescape({ shell: true })\n" +
          'export const f = (p) => use(`ls ${shell.quote(p)}`)',
      )
    expect([quoted('command'), quoted('path')]).not.toContain('undecided')
    expect(quoted('command')).toBe('safe')
    expect(quoted('path')).not.toBe('safe')
  })
})

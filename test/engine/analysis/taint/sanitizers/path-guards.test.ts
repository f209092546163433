import { describe, expect, it } from 'vitest'
import { judgedUses } from './judged-text.ts'

const head = "import path from 'node:path'; import fs from 'node:fs'; const ROOT = path.resolve('/data');"

/** Name, source text, whether the path is cleared, and the reported mistakes. */
const cases: readonly [name: string, text: string, isCleared: boolean, mistakes: readonly string[]][] = [
  [
    'a resolved path with a prefix and separator',
    'export function f(p) { const full = path.resolve(ROOT, p); if (!full.startsWith(ROOT + path.sep)) ' +
      'throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'a real path with a prefix and separator',
    'export function f(p) { const full = fs.realpathSync(path.resolve(ROOT, p)); if (full !== ROOT && ' +
      '!full.startsWith(`${ROOT}/`)) throw 1; use(full) }',
    true,
    [],
  ],
  [
    'a prefix without separator',
    'export function f(p) { const full = path.resolve(ROOT, p); if (!full.startsWith(ROOT)) throw 1; use(full) }',
    false,
    ['prefix-without-separator'],
  ],
  [
    'a prefix of a path that was never resolved',
    'export function f(p) { if (!p.startsWith("/data/")) throw 1; use(p) }',
    false,
    ['not-resolved'],
  ],
  [
    'path.relative that does not go up',
    'export function f(p) { const full = path.resolve(ROOT, p); const rel = path.relative(ROOT, full); if ' +
      "(rel.startsWith('..') || path.isAbsolute(rel)) return; use(full) }",
    true,
    ['links-not-resolved'],
  ],
  [
    'path.relative in a function of its own',
    "const inside = (base, to) => { const rel = path.relative(base, to); return rel === '' || " +
      "(!rel.startsWith('..') && !path.isAbsolute(rel)) }\nexport function f(p) { const full = " +
      'path.resolve(ROOT, p); if (!inside(ROOT, full)) throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'a loop over allowed folders',
    'const DIRS = ["/a", "/b"]; function allowed(to) { for (const d of DIRS) { if (to === d || ' +
      'to.startsWith(d + path.sep)) return true } return false }\nexport function f(p) { const full = ' +
      'path.resolve(p); if (!allowed(full)) throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'some over allowed folders without separator',
    'const DIRS = ["/a", "/b"];\nexport function f(p) { const full = path.resolve(p); if (!DIRS.some((d) => ' +
      'full.startsWith(d))) throw 1; use(full) }',
    false,
    ['prefix-without-separator'],
  ],
  [
    'folders that all end in a separator',
    'const DIRS = ["/a/", "/b/"];\nexport function f(p) { const full = path.resolve(p); if (!DIRS.some((d) ' +
      '=> full.startsWith(d))) throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'two folders, one of them without a separator',
    'const DIRS = ["/a/", "/b"];\nexport function f(p) { const full = path.resolve(p); if (!DIRS.some((d) ' +
      '=> full.startsWith(d))) throw 1; use(full) }',
    false,
    ['prefix-without-separator'],
  ],
  [
    'a separator that is added where it is missing',
    'const BASE = ROOT.endsWith(path.sep) ? ROOT : ROOT + path.sep; export function f(p) { const full = ' +
      'path.resolve(ROOT, p); if (!full.startsWith(BASE)) throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'a check that is passed over where a setting is missing',
    'const BASE = process.env.BASE; function check(to) { if (!BASE) return; const full = path.resolve(to); ' +
      'if (!full.startsWith(BASE + path.sep)) throw 1 }\nexport function f(p) { check(p); use(p) }',
    false,
    ['off-by-default'],
  ],
  [
    'a base that another argument has a part in',
    'export function f({ p, q }) { const base = path.join(ROOT, q); const full = ' +
      'fs.realpathSync(path.resolve(base, p)); if (!full.startsWith(base + path.sep)) throw 1; use(full) }',
    false,
    [],
  ],
  ['.. alone', "export function f(p) { if (p.includes('..')) throw 1; use(p) }", false, ['parents-alone']],
  [
    '.. in a part that is joined',
    "export function f(p) { if (p.includes('..')) throw 1; use(path.join(ROOT, p)) }",
    true,
    [],
  ],
  [
    '.. and absolute paths',
    "export function f(p) { if (p.includes('..') || path.isAbsolute(p)) throw 1; use(p) }",
    true,
    [],
  ],
  [
    'the base name alone',
    'export function f(p) { if (path.basename(p) !== p) throw 1; use(p) }',
    true,
    ['dots-only-name'],
  ],
  ['a name of certain characters', 'export function f(p) { if (!/^[a-z0-9-]+$/.test(p)) throw 1; use(p) }', true, []],
  [
    'a pattern without anchors',
    'export function f(p) { if (!/[a-z0-9-]+/.test(p)) throw 1; use(p) }',
    false,
    ['pattern-not-anchored'],
  ],
  [
    'a pattern that allows slashes',
    'export function f(p) { if (!/^[a-z0-9/.-]+$/.test(p)) throw 1; use(p) }',
    false,
    [],
  ],
  ['a check of another value', 'export function f(p, q) { if (!/^[a-z]+$/.test(q)) throw 1; use(p) }', false, []],
  ['a check after the use', 'export function f(p) { use(p); if (!/^[a-z]+$/.test(p)) throw 1 }', false, []],
  [
    'a check before decoding',
    'export function f(p) { if (!/^[a-z%]+$/.test(p)) throw 1; use(decodeURIComponent(p)) }',
    false,
    ['checked-before-decoding'],
  ],
  [
    'a link that a fallback leaves',
    'function within(p) { let real; try { real = fs.realpathSync(p) } catch { real = ' +
      'path.join(fs.realpathSync(path.dirname(p)), path.basename(p)) } const rel = path.relative(ROOT, real); ' +
      'return !rel.startsWith("..") && !path.isAbsolute(rel) }\nexport function f(p) { const to = ' +
      'path.resolve(ROOT, p); if (!within(to)) return; use(to) }',
    true,
    [],
  ],
  [
    'a path that a project function normalises before another one compares it',
    'const normalize = (p) => path.normalize(p); function inside(p) { const full = path.resolve(p); return ' +
      'full === ROOT || full.startsWith(ROOT + path.sep) }\nexport function f(p) { const full = ' +
      'path.resolve(p); if (!inside(normalize(full))) throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'a project function that compares something else',
    "const other = () => path.normalize('/x'); function inside(p) { const full = path.resolve(p); return " +
      'full.startsWith(ROOT + path.sep) }\nexport function f(p) { const full = path.resolve(p); if ' +
      '(!inside(other(full))) throw 1; use(full) }',
    false,
    [],
  ],
  [
    'a project function of which only one way keeps the path',
    'const either = (p) => (p.length > 3 ? path.normalize(p) : path.basename(p)); export function f(p) { if ' +
      '(!either(p).startsWith(ROOT + path.sep)) throw 1; use(p) }',
    false,
    [],
  ],
  [
    'a real folder and the name of a new file in it',
    'function real(p) { const full = path.resolve(p); try { return ' +
      'path.join(fs.realpathSync(path.dirname(full)), path.basename(full)) } catch { return full } }\nexport ' +
      'function f(p) { if (!real(p).startsWith(ROOT + path.sep)) throw 1; use(p) }',
    true,
    [],
  ],
  [
    'a real folder and any path below it',
    'const REAL = fs.realpathSync(ROOT); export function f(p) { const full = path.join(REAL, p); if ' +
      '(!full.startsWith(REAL + path.sep)) throw 1; use(full) }',
    true,
    ['links-not-resolved'],
  ],
  [
    'the nearest folder that is there, in a loop',
    'function real(p) { let at = path.resolve(p); const missing = []; while (true) { const parent = ' +
      'path.dirname(at); if (parent === at) throw 1; try { return path.join(fs.realpathSync(parent), ' +
      'path.basename(at), ...missing) } catch { missing.unshift(path.basename(at)); at = parent } } }\nexport ' +
      'function f(p) { if (!real(p).startsWith(ROOT + path.sep)) throw 1; use(p) }',
    true,
    [],
  ],
  [
    'a loop that takes another path',
    'function last(p, others) { let at = path.resolve(p); for (const other of others) at = other; return at ' +
      '}\nexport function f(p, others) { if (!last(p, others).startsWith(ROOT + path.sep)) throw 1; use(p) }',
    false,
    [],
  ],
  [
    'links where others make them',
    'function link(to, from) { fs.symlinkSync(to, from) }\nexport function f(p) { const full = ' +
      'path.resolve(ROOT, p); if (!full.startsWith(ROOT + path.sep)) throw 1; use(full) }',
    false,
    ['links-not-resolved'],
  ],
  [
    'links that are resolved where others make them',
    'function link(to, from) { fs.symlinkSync(to, from) }\nexport function f(p) { const full = ' +
      'fs.realpathSync(path.resolve(ROOT, p)); if (!full.startsWith(ROOT + path.sep)) throw 1; use(full) }',
    true,
    [],
  ],
  [
    'a folder that the only caller made for this',
    "import os from 'node:os'; function unpack(names, folder) { for (const name of names) { const to = " +
      'path.resolve(folder, name); if (!to.startsWith(path.resolve(folder) + path.sep)) throw 1; use(to) } ' +
      "}\nexport function f(names) { unpack(names, fs.mkdtempSync(path.join(os.tmpdir(), 'x-'))) }",
    true,
    ['links-not-resolved'],
  ],
  [
    'a folder that the same caller chose',
    'function unpack(names, folder) { for (const name of names) { const to = path.resolve(folder, name); if ' +
      '(!to.startsWith(path.resolve(folder) + path.sep)) throw 1; use(to) } }\nexport function f(names, ' +
      'folder) { unpack(names, folder) }',
    false,
    [],
  ],
  [
    'folders that a client may name later',
    'class Context { #roots; setRoots(roots) { this.#roots = roots } check(p) { if (this.#roots === ' +
      'undefined) return; const full = fs.realpathSync(p); if (!this.#roots.some((root) => ' +
      'full.startsWith(root + path.sep))) throw 1 } read(p) { this.check(p); use(p) } }\nconst context = new ' +
      'Context(); context.setRoots([process.argv[2]]); context.read(process.argv[3])',
    true,
    [],
  ],
  [
    'a home folder that is written out',
    "function home(p) { return p.startsWith('~/') ? path.join('/home/me', p.slice(1)) : p }\nexport " +
      'function f(p) { use(home(p)) }',
    false,
    [],
  ],
  [
    'a method that throws',
    'class Files { constructor(root) { this.root = path.resolve(root) } check(p) { const full = ' +
      'path.resolve(this.root, p); if (!full.startsWith(this.root + path.sep)) throw 1 } read(p) { ' +
      'this.check(p); use(p) } }\nnew Files("/x").read(process.argv[2])',
    true,
    ['links-not-resolved'],
  ],
]

describe('guards of paths', () => {
  it.each(cases)('judges %s', (_name, text, isCleared, mistakes) => {
    const [judged] = judgedUses(`${head}\n${text}`)
    expect(judged?.cleared.includes('path')).toBe(isCleared)
    for (const mistake of mistakes) expect(judged?.mistakes).toContain(mistake)
    if (mistakes.length === 0) expect(judged?.mistakes).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const load = "function load(p, raw = false) { const name = raw ? p : '/a'; use(name) }\n"
const pick = "function pick(p, mode) { if (mode === 'all') return p; if (mode === 'none') return '/a'; return '/b' }\n"
const files = "class Files { constructor(o) { this.isNew = o.isNew } read(p) { const made = this.isNew ? '/a' : p; "

const javascript: Cases = {
  'a way that the default of a parameter excludes': [`${load}export const f = (p) => load(p)`, 'safe'],
  'a way that an argument excludes': [`${load}export const f = (p) => load(p, false)`, 'safe'],
  'a way that an argument takes': [`${load}export const f = (p) => load(p, true)`, 'open'],
  'a way that the tool decides': [`${load}export const f = (p, q) => load(p, q === 'raw')`, 'open'],
  'a way that one of two callers takes': [`${load}export const f = (p) => { load(p); load(p, true) }`, 'open'],
  'a way that a spread list decides': [`${load}export const f = (p, q) => load(...[p, q])`, 'open'],
  'a constant that a function passes on': [
    `${load}const outer = (p, raw) => load(p, raw)\nexport const f = (p) => outer(p, false)`,
    'safe',
  ],
  'a constant that a function passes on, the other way': [
    `${load}const outer = (p, raw) => load(p, raw)\nexport const f = (p) => outer(p, true)`,
    'open',
  ],
  'a word that excludes a way': [`${pick}export const f = (p) => use(pick(p, 'none'))`, 'safe'],
  'a word that takes a way': [`${pick}export const f = (p) => use(pick(p, 'all'))`, 'open'],
  'a function that calls itself with another constant': [
    'function walk(p, isInner = false) { if (isInner) use(p)\nelse walk(p, true) }\nexport const f = (p) => walk(p)',
    'open',
  ],
  'a field that one call stores and another one reads': [
    'class Files { read(p, isFirst) { if (isFirst) this.name = p\nelse use(this.name) } }\n' +
      'const files = new Files()\nexport const f = (p) => { files.read(p, true); files.read(p, false) }',
    'open',
  ],
  'a result that one way returns and the other uses': [
    `${files}if (this.isNew) use(made); return made } }\n` +
      'const files = new Files({ isNew: process.argv.length > 2 })\nexport const f = (p) => files.read(p)',
    'safe',
  ],
  'a result that is also used where it may be the value': [
    `${files}if (this.isNew) use(made); return made } }\n` +
      'const files = new Files({ isNew: process.argv.length > 2 })\nexport const f = (p) => use(files.read(p))',
    'open',
  ],
  'a second value that the same way uses': [
    `${files}const other = this.isNew ? p : '/b'; if (this.isNew) { use(made); use(other) } return made } }\n` +
      'const files = new Files({ isNew: process.argv.length > 2 })\nexport const f = (p) => files.read(p)',
    'open',
  ],
  'a value that an earlier turn of a loop chose': [
    "export function f(p, q) { let name = '/a'; const isLast = q === 'last'\n" +
      'for (const one of [1, 2]) { if (one > 1) use(name); name = p } }',
    'open',
  ],
}

const python: Cases = {
  'a way that the default of a parameter excludes': [
    'def load(p, raw: bool = False):\n    name = p if raw else "/a"\n    use(name)\n\ndef f(p, q):\n    load(p)\n',
    'safe',
  ],
  'a way that a keyword argument takes': [
    'def load(p, raw: bool = False):\n    name = p if raw else "/a"\n    use(name)\n\n' +
      'def f(p, q):\n    load(p, raw=True)\n',
    'open',
  ],
  'a way that a mapping decides': [
    'def load(p, raw: bool = False):\n    name = p if raw else "/a"\n    use(name)\n\n' +
      'def f(p, q):\n    options = {"raw": q}\n    load(p, **options)\n',
    'open',
  ],
  'a result that one way returns and the other uses': [
    'class Files:\n    def __init__(self, is_new):\n        self.is_new = is_new\n' +
      '    def read(self, p):\n        made = "/a" if self.is_new else p\n        if self.is_new:\n' +
      '            use(made)\n        return made\n\nimport sys\nfiles = Files(len(sys.argv) > 2)\n' +
      'def f(p, q):\n    return files.read(p)\n',
    'safe',
  ],
}

describe('ways that exclude each other', () => {
  it.each(Object.entries(javascript))('are not put together: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', text)).toBe(guards)
  })

  it.each(Object.entries(python))('are not put together in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', text)).toBe(guards)
  })
})

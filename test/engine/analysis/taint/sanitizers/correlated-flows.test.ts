import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const head = "import path from 'node:path'\nconst ROOT = path.resolve('/data')\n"
const full = 'const full = path.resolve(ROOT, p)'
const refuse = 'if (!full.startsWith(ROOT + path.sep)) throw 1'

const cases: Cases = {
  'a check and a use under the same condition': [
    `export function f(p, q) { const isLocal = q === 'local'; ${full}; if (isLocal) { ${refuse} } console.log(q); ` +
      'if (isLocal) use(full) }',
    'safe',
  ],
  'a check and a use under equal comparisons': [
    `export function f(p, q) { ${full}; if (q !== 'remote') { ${refuse} } console.log(q); ` +
      "if (q === 'remote') return; use(full) }",
    'safe',
  ],
  'a check and a use under opposite conditions': [
    `export function f(p, q) { const isLocal = q === 'local'; ${full}; if (!isLocal) { ${refuse} } ` +
      'if (isLocal) use(full) }',
    'open',
  ],
  'a check under one of two conditions of the use': [
    `export function f(p, q) { ${full}; const isLong = q.length > 3; const isLocal = q === 'local'; ` +
      `if (isLocal && isLong) { ${refuse} } if (isLocal) use(full) }`,
    'open',
  ],
  'a check under another comparison': [
    `export function f(p, q) { ${full}; if (q === 'local') { ${refuse} } if (q === 'remote') use(full) }`,
    'open',
  ],
  'a condition that changes between the check and the use': [
    `export function f(p, q) { let isLocal = q === 'local'; ${full}; if (isLocal) { ${refuse} } ` +
      'isLocal = true; if (isLocal) use(full) }',
    'open',
  ],
  'a field that a method changes': [
    `class Files { open() { this.isLocal = !this.isLocal } read(p) { ${full}; if (this.isLocal) { ${refuse} } ` +
      'this.open(); if (this.isLocal) use(full) } }\nconst files = new Files()\nexport const f = (p) => files.read(p)',
    'off-by-default',
  ],
  'a field that a caller sets before': [
    'class Files { known = false\nstart(p) { this.known = Boolean(p); return this.read(p) } ' +
      "read(p) { const name = this.known ? p : '/a'; if (!this.known && name) use(name) } }\n" +
      'export const f = (p) => new Files().start(p)',
    'safe',
  ],
  'a field that a function changes in between, called by a called one': [
    'class Files { known = false\nstart(p) { this.known = Boolean(p); return this.read(p) } ' +
      'reset() { this.known = false } stop() { this.reset() } ' +
      "read(p) { const name = this.known ? p : '/a'; this.stop(); if (!this.known && name) use(name) } }\n" +
      'export const f = (p) => new Files().start(p)',
    'open',
  ],
  'a field that is set in between': [
    'class Files { known = false\nstart(p) { this.known = Boolean(p); return this.read(p) } ' +
      "read(p) { const name = this.known ? p : '/a'; this.known = false; if (!this.known && name) use(name) } }\n" +
      'export const f = (p) => new Files().start(p)',
    'open',
  ],
  'a field that a caller sets before, and a use the same way': [
    'class Files { known = false\nstart(p) { this.known = Boolean(p); return this.read(p) } ' +
      "read(p) { const name = this.known ? p : '/a'; if (this.known && name) use(name) } }\n" +
      'export const f = (p) => new Files().start(p)',
    'open',
  ],
  'a value of a way that the use excludes': [
    'class Files { constructor(options) { this.isFixed = options.isFixed } ' +
      "read(p) { const name = this.isFixed ? '/a' : p; " +
      'if (this.isFixed && name) use(name) } }\nconst files = new Files({ isFixed: process.argv.length > 2 })\n' +
      'export const f = (p) => files.read(p)',
    'safe',
  ],
  'a value of a way that another use does not exclude': [
    "export function f(p, q) { const name = q ? '/a' : p; if (q) use(name); console.log(q); use(name) }",
    'open',
  ],
  'a value of the way that the use asks for': [
    "export function f(p, q) { const name = q ? '/a' : p; if (!q && name) use(name) }",
    'open',
  ],
}

const python: Cases = {
  'a field that a caller sets before': [
    'class Files:\n    def start(self, p):\n        self.known = bool(p)\n        return self.read(p)\n' +
      '    def read(self, p):\n        name = p if self.known else "/a"\n        if not self.known:\n' +
      '            use(name)\n' +
      'def f(p, q):\n    return Files().start(p)\n',
    'safe',
  ],
  'a field that is changed in between': [
    'class Files:\n    def start(self, p):\n        self.known = bool(p)\n        return self.read(p)\n' +
      '    def reset(self):\n        self.known = False\n' +
      '    def read(self, p):\n        name = p if self.known else "/a"\n        self.reset()\n' +
      '        if not self.known:\n            use(name)\n' +
      'def f(p, q):\n    return Files().start(p)\n',
    'open',
  ],
}

describe('correlated branches', () => {
  it.each(Object.entries(cases))('are followed: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', head + text)).toBe(guards)
  })
  it.each(Object.entries(python))('are followed in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', text)).toBe(guards)
  })
})

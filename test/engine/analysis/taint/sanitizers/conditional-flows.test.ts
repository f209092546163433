import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const head = "import path from 'node:path'\nconst ROOT = path.resolve('/data')\n"
const outside = '!dirs.some((one) => full === one || full.startsWith(one + path.sep))'
const listed = (condition: string, call: string, before = '') =>
  `${before}\nfunction check(p, dirs) { const full = path.resolve(p); if (${condition}) throw 1; return full }\n` +
  `export function f(p, q) { use(${call}) }`

const lists: Cases = {
  'a list that every caller writes out': [listed(`dirs.length > 0 && ${outside}`, "check(p, ['/a', '/b'])"), 'safe'],
  'a list that one caller leaves empty': [
    listed(`dirs.length > 0 && ${outside}`, "check(p, []) + check(p, ['/a'])"),
    'off-by-default',
  ],
  'a list of the environment': [
    listed(
      `dirs.length > 0 && ${outside}`,
      'check(p, DIRS)',
      "const DIRS = (process.env.DIRS || '').split(':').filter(Boolean)",
    ),
    'off-by-default',
  ],
  'a constant list': [
    listed(`dirs.length && ${outside}`, 'check(p, DIRS)', "const DIRS = ['/a', '/b'].map((one) => path.resolve(one))"),
    'safe',
  ],
  'a list that the program empties': [
    listed(`dirs.length && ${outside}`, 'check(p, DIRS)', "const DIRS = ['/a']\nif (process.env.FREE) DIRS.length = 0"),
    'off-by-default',
  ],
  'an early return for an empty list that is never empty': [
    "const DIRS = ['/a']\nfunction check(full) { if (DIRS.length === 0) return; " +
      'if (!DIRS.some((one) => full.startsWith(one + path.sep))) throw 1 }\n' +
      'export function f(p) { const full = path.resolve(p); check(full); use(full) }',
    'safe',
  ],
  'an early return for a list with items': [
    "const DIRS = ['/a']\nfunction check(full) { if (DIRS.length > 0) return; " +
      'if (!DIRS.some((one) => full.startsWith(one + path.sep))) throw 1 }\n' +
      'export function f(p) { const full = path.resolve(p); check(full); use(full) }',
    'open',
  ],
}

const flagged = (parameter: string, call: string) =>
  `function check(p, ${parameter}) { const full = path.resolve(ROOT, p); ` +
  'if (strict && !full.startsWith(ROOT + path.sep)) throw 1; return full }\n' +
  `export function f(p, q) { use(${call}) }`
const kept = (creation: string, made: string) =>
  `class Files { constructor(options = {}) { ${creation} } read(p) { const full = path.resolve(ROOT, p); ` +
  'if (this.strict && !full.startsWith(ROOT + path.sep)) throw 1; use(full) } }\n' +
  `const files = ${made}\nexport function f(p) { files.read(p) }`

const flags: Cases = {
  'a flag that is on by default': [flagged('strict = true', 'check(p)'), 'safe'],
  'a flag that a caller turns off': [flagged('strict = true', 'check(p, false)'), 'open'],
  'a flag that the caller of the tool sends': [flagged('strict', "check(p, q === 'strict')"), 'open'],
  'an option that is on unless it is switched off': [
    kept('this.strict = options.strict ?? true', 'new Files({ strict: process.env.STRICT })'),
    'safe',
  ],
  'an option that is compared with false': [kept('this.strict = options.strict !== false', 'new Files()'), 'safe'],
  'an option that is off by default': [
    kept('this.strict = options.strict', "new Files({ strict: process.env.STRICT === '1' })"),
    'off-by-default',
  ],
}

const hosts = "const HOSTS = ['api.example.com']\n"
const settings: Cases = {
  'a variable that switches the check off by one of two texts': [
    `${hosts}const isFree = () => { const value = (process.env.FREE ?? '').toLowerCase(); ` +
      "return value === '1' || value === 'true' }\n" +
      'function check(p) { const url = new URL(p); if (isFree()) return url; ' +
      'if (!HOSTS.includes(url.hostname)) throw 1; return url }\nexport const f = (p) => use(check(p))',
    'safe',
  ],
  'a variable that passes over one of two checks': [
    `${hosts}function check(p) { const url = new URL(p); if (url.protocol !== 'https:') throw 1; ` +
      "if (process.env.FREE === 'true') return; if (!HOSTS.includes(url.hostname)) throw 1 }\n" +
      'export function f(p) { check(p); use(p) }',
    'safe',
  ],
  'a variable that chooses a weaker check': [
    `${hosts}function check(p) { const url = new URL(p); if (process.env.FREE === 'true') { ` +
      "if (!url.hostname.endsWith('example.com')) throw 1; return } if (!HOSTS.includes(url.hostname)) throw 1 }\n" +
      'export function f(p) { check(p); use(p) }',
    'suffix-without-dot',
  ],
  'a variable without which nothing is checked': [
    `${hosts}function check(p) { const url = new URL(p); if (process.env.STRICT !== 'true') return; ` +
      'if (!HOSTS.includes(url.hostname)) throw 1 }\nexport function f(p) { check(p); use(p) }',
    'off-by-default',
  ],
}

describe('conditional checks', () => {
  it.each(Object.entries({ ...lists, ...flags }))('are decided: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', head + text)).toBe(guards)
  })

  it.each(Object.entries(settings))('are decided by settings: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'url', text)).toBe(guards)
  })

  it('are decided for parameters with a default in Python', () => {
    const text = (call: string) => `import os
def check(p, dirs=None):
    full = os.path.realpath(p)
    if dirs and not any(full.startswith(one + os.sep) for one in dirs):
        raise ValueError("outside")
    return full
def f(p, q):
    use(${call})
`
    expect(guardsOf('python', 'path', text('check(p, ["/a", "/b"])'))).toBe('safe')
    expect(guardsOf('python', 'path', text('check(p)'))).toBe('open')
    expect(guardsOf('python', 'path', text('check(p, [one for one in q.split(":")])'))).toBe('open')
  })
})

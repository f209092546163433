import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const head = `import path from 'node:path'
const ROOT = path.resolve('/data')
function inside(name, base) {
  const full = path.resolve(base, name)
  if (!full.startsWith(base + path.sep)) throw new Error('outside')
  return full
}
function insideOrSame(name, base) {
  const full = path.resolve(base, name)
  const root = path.resolve(base)
  if (full !== root && !full.startsWith(root + path.sep)) throw new Error('outside')
  return full
}
function insideAny(name, dirs) {
  const full = path.resolve(name)
  if (!dirs.some((dir) => full.startsWith(dir + path.sep))) throw new Error('outside')
  return full
}
const through = (name, base) => inside(name, base)
`
const elsewhere = (call: string) => `export function g(p, q) { return ${call} }\n`

const javascript: Cases = {
  'a folder of the program in this call': [
    'export function f(p, q) { inside(p, path.resolve(q)); use(inside(p, ROOT)) }',
    'safe',
  ],
  'the same folder, or one inside': [
    'export function f(p, q) { insideOrSame(p, path.resolve(q)); use(insideOrSame(p, ROOT)) }',
    'safe',
  ],
  'a folder of the program through another function': [
    'export function f(p, q) { through(p, path.resolve(q)); use(through(p, ROOT)) }',
    'safe',
  ],
  'a folder that the tool names': ['export function f(p, q) { use(inside(p, path.resolve(q))) }', 'open'],
  'a folder that the tool names, and one of the program': [
    'export function f(p, q) { use(inside(p, ROOT)); use(inside(p, path.resolve(q))) }',
    'open',
  ],
  'a folder that the tool names through another function': [
    'export function f(p, q) { through(p, ROOT); use(through(p, path.resolve(q))) }',
    'open',
  ],
  'a list with a folder that the tool names': [
    'export function f(p, q) { insideAny(p, [ROOT]); use(insideAny(p, [ROOT, path.resolve(q)])) }',
    'open',
  ],
  'a folder that a function nobody calls names': [
    `${elsewhere('inside(p, q)')}export function f(p, q) { use(inside(p, ROOT)) }`,
    'safe',
  ],
}

const python: Cases = {
  'a folder of the program in this call': [
    `from pathlib import Path
ROOT = Path("/data").resolve()
def inside(name, base):
    full = (base / name).resolve()
    full.relative_to(base)
    return full
def f(p, q):
    inside(p, Path(q).resolve())
    use(inside(p, ROOT))
`,
    'safe',
  ],
  'a folder that the tool names': [
    `from pathlib import Path
ROOT = Path("/data").resolve()
def inside(name, base):
    full = (base / name).resolve()
    full.relative_to(base)
    return full
def f(p, q):
    inside(p, ROOT)
    use(inside(p, Path(q).resolve()))
`,
    'open',
  ],
  'a default that stands for a folder of the program': [
    `from pathlib import Path
import os
ROOT = Path("/data").resolve()
def folder(chosen, base=None):
    if chosen is None:
        return Path(base or "/data").resolve()
    return Path(chosen).resolve()
def inside(name, base):
    full = (base / name).resolve()
    if not full.is_relative_to(base):
        raise ValueError("outside")
    return full
def f(p, q):
    inside(p, folder(q))
    use(inside(p, folder(None, os.environ.get("BASE"))))
`,
    'safe',
  ],
}

describe('a folder that the callers of a check pass', () => {
  it.each(Object.entries(javascript))('holds in the calls that choose it themselves: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', head + text)).toBe(guards)
  })

  it.each(Object.entries(python))('holds in such calls in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', text)).toBe(guards)
  })
})

import { describe, expect, it } from 'vitest'
import { guardsOf, type SinkKind } from './guarded-flows.ts'

/** Code that looks like a check of the value but checks nothing. */
const open: Readonly<Record<string, readonly [language: 'javascript' | 'python', kind: SinkKind, text: string]>> = {
  'the question whether a file exists': [
    'javascript',
    'path',
    `import fs from 'node:fs'
function f(a, b) { if (!fs.existsSync(a)) throw new Error('no'); return use(a) }`,
  ],
  'the ending of a name': [
    'javascript',
    'path',
    `import path from 'node:path'
const EXT = new Set(process.env.EXT.split(','))
function f(a, b) { if (!EXT.has(path.extname(a))) throw new Error('no'); return use(a) }`,
  ],
  'the ending of a name, cut off': [
    'javascript',
    'path',
    `const EXT = new Set(process.env.EXT.split(','))
function f(a, b) { if (!EXT.has(a.slice(a.lastIndexOf('.')))) throw new Error('no'); return use(a) }`,
  ],
  'the last part of a name': [
    'javascript',
    'path',
    `const EXT = new Set(process.env.EXT.split(','))
function f(a, b) { if (!EXT.has(a.split('.').pop())) throw new Error('no'); return use(a) }`,
  ],
  'names that were used before': [
    'javascript',
    'path',
    `const seen = new Set()
function f(a, b) { if (seen.has(a)) throw new Error('twice'); seen.add(a); return use(a) }`,
  ],
  'a limit of the length in a function': [
    'javascript',
    'path',
    `function fine(p) { return p.length > 0 && p.length < 4096 && typeof p === 'string' }
function f(a, b) { if (!fine(a)) throw new Error('no'); return use(a) }`,
  ],
  'the size of a file': [
    'javascript',
    'path',
    `import fs from 'node:fs'
function f(a, b) { if (fs.statSync(a).size > 1000000) throw new Error('big'); return use(a) }`,
  ],
  'the content of a file': [
    'javascript',
    'path',
    `import fs from 'node:fs'
function f(a, b) { const text = fs.readFileSync(a, 'utf8'); if (text.includes('secret')) throw new Error('no');
  return use(a) }`,
  ],
  'a function that is always true': [
    'javascript',
    'path',
    `function validate(p) { for (const c of p) { if (c === '\\0x') console.log('odd') } return true }
function f(a, b) { if (!validate(a)) throw new Error('no'); return use(a) }`,
  ],
  'a result that is overwritten': [
    'javascript',
    'path',
    `import path from 'node:path'
const roots = process.argv.slice(2)
function f(a, b) { let ok = roots.some((r) => path.resolve(a).startsWith(r + path.sep)); ok = true;
  if (!ok) throw new Error('no'); return use(a) }`,
  ],
  'a list of complaints that is only logged': [
    'javascript',
    'path',
    `import path from 'node:path'
const roots = process.argv.slice(2)
function collect(p, errors) {
  if (!roots.some((r) => path.resolve(p).startsWith(r + path.sep))) errors.push('outside') }
function f(a, b) { const errors = []; collect(a, errors); console.log(errors); return use(a) }`,
  ],
  'complaints about another value': [
    'javascript',
    'path',
    `import path from 'node:path'
const roots = process.argv.slice(2)
function collect(p, errors) {
  if (!roots.some((r) => path.resolve(p).startsWith(r + path.sep))) errors.push('outside') }
function f(a, b) { const errors = []; collect(b, errors); if (errors.length > 0) throw new Error('no');
  return use(a) }`,
  ],
  'a hash that is logged': [
    'javascript',
    'command',
    `import { createHash } from 'node:crypto'
const expected = process.env.HASH
function f(a, b) { console.log(createHash('md5').update(a).digest('hex'));
  if (expected !== 'x') throw new Error('no'); return use(a) }`,
  ],
  'the presence of a host': [
    'javascript',
    'url',
    `function f(a, b) { const u = new URL(a); if (!u.host) throw new Error('no'); return use(a) }`,
  ],
  'a number of words in Python': [
    'python',
    'command',
    `def f(a, b):
    if len(a.split()) > 10:
        raise ValueError("no")
    return use(a)`,
  ],
  'presence in Python': [
    'python',
    'path',
    `def f(a, b):
    if not a:
        raise ValueError("no")
    return use(a)`,
  ],
  'the suffix of a path in Python': [
    'python',
    'path',
    `import os
EXT = os.environ["EXT"].split(",")
from pathlib import Path
def f(a, b):
    if Path(a).suffix not in EXT:
        raise ValueError("no")
    return use(a)`,
  ],
  'the time of the last call in Python': [
    'python',
    'path',
    `import time
last = {}
def f(a, b):
    if time.time() - last.get(a, 0) < 1:
        raise ValueError("slow down")
    last[a] = time.time()
    return use(a)`,
  ],
  'a choice between two uses in Python': [
    'python',
    'path',
    `def f(a, b):
    if a.startswith("http"):
        return "remote"
    return use(a)`,
  ],
}

describe('code that is no guard', () => {
  it.each(Object.entries(open))('leaves the value open: %s', (_name, [language, kind, text]) => {
    expect(guardsOf(language, kind, text)).toBe('open')
  })
})

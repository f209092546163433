import { describe, expect, it } from 'vitest'
import { judgedUses } from './judged-text.ts'

const check = "full.startsWith('/srv/data' + path.sep)"
/** A function that executes a statement and then uses a path. */
const using = (statement: string, before = '') =>
  `import path from 'node:path'\n${before}\n` +
  `export function f(p) { const full = path.resolve(p); ${statement}; use(full) }`

const leaving: readonly [name: string, text: string][] = [
  ['the end of the process', using(`if (!${check}) { process.exit(1) }`)],
  ['the package exit', using(`if (!${check}) { exit(1) }`, "import exit from 'exit'")],
  [
    'a function that always throws',
    using(`if (!${check}) fail('no')`, 'function fail(m) { console.error(m); throw new Error(m) }'),
  ],
  [
    'a function that calls such a function',
    using(
      `if (p) { if (!${check}) reject('no') }`,
      'function fail(m) { throw new Error(m) } function reject(m) { console.error(m); fail(m) }',
    ),
  ],
  [
    'such a function at the end of a validator',
    using(
      'inside(full)',
      `function fail(m) { throw new Error(m) } function inside(full) { if (${check}) return full; fail('outside') }`,
    ),
  ],
  [
    'an awaited async function that always throws',
    using(`if (!${check}) await fail('no')`, 'async function fail(m) { throw new Error(m) }').replace(
      'export function',
      'export async function',
    ),
  ],
]

const passing: readonly [name: string, text: string][] = [
  ['a function that only logs', using(`if (!${check}) warn('no')`, 'function warn(m) { console.warn(m) }')],
  [
    'a function that throws for some messages',
    using(`if (!${check}) fail(p)`, 'function fail(m) { if (m.length > 9) throw new Error(m) }'),
  ],
  [
    'an exception that is caught before the use',
    using(
      `try { if (!${check}) fail('no') } catch (error) { console.error(error) }`,
      'function fail(m) { throw new Error(m) }',
    ),
  ],
  [
    'an async function that nothing awaits',
    using(`if (!${check}) fail('no')`, 'async function fail(m) { throw new Error(m) }'),
  ],
  [
    'a method that subclasses replace',
    using(`if (!${check}) fail('no')`, "function fail(m) { throw new Error('Not implemented') }"),
  ],
]

describe('a check that leaves by a call that never returns', () => {
  it.each(leaving)('holds for %s', (_name, text) => {
    expect(judgedUses(text)[0]?.cleared).toContain('path')
  })

  it.each(passing)('does not hold for %s', (_name, text) => {
    expect(judgedUses(text)[0]?.cleared).not.toContain('path')
  })

  it('holds after a loop that ends the process at a bad element', () => {
    const loop = (end: string) =>
      `export function f(ps) { for (const p of ps) { if (!/^[a-z]+$/.test(p)) ${end} } for (const p of ps) use(p) }`
    expect(judgedUses(loop('process.exit(2)'))[0]?.cleared).toContain('command')
    expect(judgedUses(loop('console.error(p)'))[0]?.cleared).toEqual([])
  })
})

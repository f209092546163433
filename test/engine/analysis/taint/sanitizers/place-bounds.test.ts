import { describe, expect, it } from 'vitest'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'
import { judgedUses } from './judged-text.ts'

const head =
  'function is(x) { return /^[a-z]+$/.test(x) }\nfunction must(x) { if (!is(x)) throw 1 }\nfunction ' +
  'other(x) { if (!x.a) throw 1 }\n'
const { maxOperands: most, maxEnclosingRegions: regionsAround } = dataflowLimits
const many = (count: number, text: string) => Array.from({ length: count }, () => text).join(' ')
const isChecked = (body: string) =>
  judgedUses(`${head}export function f(p, q, list) { ${body} }`)[0]?.cleared.includes('path')

describe('checks before a use', () => {
  it('are looked for in a limited number of conditions around it', () => {
    expect(isChecked(`if (!is(p)) return; ${many(regionsAround - 1, 'if (q.a) return;')} use(p)`)).toBe(true)
    expect(isChecked(`if (!is(p)) return; ${many(regionsAround, 'if (q.a) return;')} use(p)`)).toBe(false)
  })

  it('are looked for in a limited number of calls', () => {
    expect(isChecked(`${many(most - 1, 'other(p);')} must(p); use(p)`)).toBe(true)
    expect(isChecked(`${many(most, 'other(p);')} must(p); use(p)`)).toBe(false)
  })

  it('are looked for in a limited number of branches', () => {
    expect(isChecked(`${many(most - 1, 'if (q) { other(p) }')} if (p) { must(p) } use(p)`)).toBe(true)
    expect(isChecked(`${many(most, 'if (q) { other(p) }')} if (p) { must(p) } use(p)`)).toBe(false)
    expect(isChecked(`${many(most - 1, 'if (q) { if (q.a) return }')} if (p) { if (!is(p)) return } use(p)`)).toBe(true)
    expect(isChecked(`${many(most, 'if (q) { if (q.a) return }')} if (p) { if (!is(p)) return } use(p)`)).toBe(false)
  })

  it('count only if all returns of a function can be looked at', () => {
    const judged = (count: number) =>
      judgedUses(
        `${head}function check(x, y) { ${many(count, 'if (y.a) { must(x); return true }')} return y.b }\n` +
          'export function f(p, q) { check(p, q); use(p) }',
        `${head}function check(x, y) { ${many(count, 'if (y.a) return is(x)')}\nreturn true }\n` +
          'export function f(p, q) { if (!check(p, q)) throw 1; use(p) }',
      ).map(({ cleared }) => cleared.length)
    expect(judged(10)).toEqual([0, 0])
    expect(judged(most)).toEqual([0, 0])
  })

  it('count only if all ways to a value can be looked at', () => {
    const cases = (count: number) => {
      const all = Array.from({ length: count }, (_none, index) => `case ${index}: ok = is(p); break;`)
      return `let ok; switch (q) { ${all.join(' ')} default: ok = true } if (!ok) throw 1; use(p)`
    }
    expect(isChecked(cases(10))).toBe(false)
    expect(isChecked(cases(most))).toBe(false)
  })

  it('count only if all that a root is made of can be looked at', () => {
    const inside = (root: string) =>
      judgedUses(
        `import path from 'node:path'\nexport function f(p, q) { const root = [${root}].join('/'); ` +
          'const full = path.resolve(p); if (!full.startsWith(root + path.sep)) throw 1; use(full) }',
      )[0]?.cleared.includes('path')
    const parts = (count: number) => Array.from({ length: count }, (_none, index) => `process.env.A${index}`).join(', ')
    const constants = Array.from({ length: 2 * most }, () => "'a'").join(', ')
    expect(inside(parts(20))).toBe(true)
    expect(inside(constants)).toBe(true)
    expect(inside(`p, ${parts(20)}`)).toBe(false)
    expect(inside(`p, ${parts(most)}`)).toBe(false)
    expect(inside(`${parts(most)}, p`)).toBe(false)
  })

  it('hold at the first condition of a program', () => {
    expect(judgedUses('export function f(p) { if (p) return; use(p) }')[0]?.cleared).toContain('path')
  })
})

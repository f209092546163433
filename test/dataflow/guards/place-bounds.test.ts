import { describe, expect, it } from 'vitest'
import { limits } from '../../../src/model/limits.ts'
import { judgedUses } from './judged-text.ts'

const head =
  'function is(x) { return /^[a-z]+$/.test(x) }\nfunction must(x) { if (!is(x)) throw 1 }\nfunction ' +
  'other(x) { if (!x.a) throw 1 }\n'
const { lookedAtOperands: most, regionsAround } = limits.dataflow
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

  it('hold at the first condition of a program', () => {
    expect(judgedUses('export function f(p) { if (p) return; use(p) }')[0]?.cleared).toContain('path')
  })
})

import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { constantTexts } from '../../../../../src/engine/analysis/taint/sanitizers/constant-texts.ts'
import { isIndependent } from '../../../../../src/engine/analysis/taint/sanitizers/caller-influence.ts'
import { seenThrough } from '../../../../../src/engine/analysis/taint/sanitizers/seen-through.ts'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'
import { contextOf, usedIn } from './guard-context.ts'

describe('a value that is waited for', () => {
  it('is seen through as often as is looked at', () => {
    const seen = (count: number) => {
      const context = contextOf(`export async function f(p) { use(${'await '.repeat(count)}p) }`)
      return context.program.op(seenThrough(context, usedIn(context)[0] ?? -1))
    }
    const most = dataflowLimits.maxOperands
    expect(seen(1)).toBe(Op.Parameter)
    expect(seen(most)).toBe(Op.Parameter)
    expect(seen(most + 1)).toBe(Op.Await)
  })
})

/** Returns for each pair of uses whether the first value is independent of the second one. */
function independent(text: string): boolean[] {
  const context = contextOf(text)
  const used = usedIn(context)
  return Array.from({ length: used.length / 2 }, (_none, pair) =>
    isIndependent(context, used[2 * pair] ?? -1, used[2 * pair + 1] ?? -1),
  )
}

const first = (call: string) => `\nexport function first(p, r) { ${call} }`

describe('two values that functions pass on', () => {
  const handedOn = (count: number, given: string) =>
    independent(
      Array.from({ length: count }, (_none, at) => `function f${at}(a, b) { f${at + 1}(a, b) }\n`).join('') +
        `function f${count}(a, b) { use(a); use(b) }${first(`f0(${given})`)}`,
    )

  it.each([0, 1, 4, 5, 6, 9, 40])('are what the first caller passes, through %s functions', (count) => {
    expect(handedOn(count, "'/data', p")).toEqual([true])
    expect(handedOn(count, 'r, p')).toEqual([false])
    expect(handedOn(count, 'p, p')).toEqual([false])
    expect(handedOn(count, 'p.a, p.b')).toEqual([false])
  })

  it('are unknown through very many functions', () => {
    expect(handedOn(58, "'/data', p")).toEqual([true])
    expect(handedOn(60, "'/data', p")).toEqual([false])
    for (const count of [58, 60, 119, 120, 130]) expect(handedOn(count, 'r, p'), String(count)).toEqual([false])
  })
})

describe('two values of a function with many callers', () => {
  const called = (count: number, last: string) =>
    independent(`function g(a, b) { use(a); use(b) }\n${"g('/data', 1);".repeat(count)}${first(last)}`)

  it('are what each of them passes', () => {
    for (const count of [0, 3, 11, 12, 13, 99]) {
      expect(called(count, "g('/other', p)"), String(count)).toEqual([true])
      expect(called(count, 'g(r, p)'), String(count)).toEqual([false])
      expect(called(count, 'g(r, 1)'), String(count)).toEqual([true])
    }
  })

  it('are unknown with more than a hundred', () => {
    expect(called(100, "g('/other', p)")).toEqual([false])
    expect(called(100, 'g(r, p)')).toEqual([false])
  })
})

describe('two values of functions that call each other', () => {
  const both = (call: string) =>
    independent(
      'function f(a, b) { use(a); use(b); g(a, b) }\n' + `function g(a, b) { f(a, b); use(a); use(b) }${first(call)}`,
    )

  it('are what other callers pass', () => {
    expect(both("f('/data', p)")).toEqual([true, true])
    expect(both('f(r, p)')).toEqual([false, false])
    expect(both('g(r, p)')).toEqual([false, false])
    expect(both("f('/data', p); g(r, p)")).toEqual([false, false])
  })

  it('are those of one that calls itself', () => {
    const itself = (call: string) => independent(`function f(a, b) { use(a); use(b); f(a, b + 1) }${first(call)}`)
    expect(itself("f('/data', p)")).toEqual([true])
    expect(itself('f(r, p)')).toEqual([false])
    expect(itself('f(r, fetched())')).toEqual([true])
  })
})

describe('the texts of a constant', () => {
  const texts = (head: string, used: string) => {
    const context = contextOf(`${head}\nexport function f(p) { const g = () => { use(${used}) }; g() }`)
    return constantTexts(context, usedIn(context)[0] ?? -1)
  }

  it('are those of each of its values', () => {
    expect(texts("const A = 'a'", 'A')).toEqual(['a'])
    expect(texts("let A = 'a'; if (known) A = 'b'", 'A')?.toSorted()).toEqual(['a', 'b'])
    expect(texts("let A = 'a'; export function set(x) { A = x }", 'A')).toBeUndefined()
  })
})

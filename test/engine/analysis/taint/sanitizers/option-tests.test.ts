import { describe, expect, it } from 'vitest'
import { argumentsTestedBy } from '../../../../../src/engine/analysis/taint/sanitizers/option-tests.ts'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { contextOf } from './guard-context.ts'

/** Returns the number of values that a call of the function `check` tests. */
function shownBy(body: string, call = 'check(p)'): number {
  const context = contextOf(`function check(list, q) { ${body} }\nexport function f(p, q) { ${call} }`)
  const { program } = context
  const node = Array.from({ length: program.nodeCount }, (_none, at) => at).find(
    (at) => program.op(at) === Op.Call && context.references.callees(at).length > 0,
  )
  return argumentsTestedBy(context, node ?? -1).of.size
}

const test = "if (one.startsWith('-')) throw 1"
const loop = (body: string) => `for (const one of list) { ${body} }`

describe('a function that looks for options', () => {
  it('shows something of its first argument', () => {
    expect(shownBy(loop(test))).toBe(1)
  })

  it('shows nothing where it is handed nothing', () => {
    expect(shownBy(loop(test), 'check()')).toBe(0)
    expect(shownBy(loop(test), 'check(...p)')).toBe(0)
  })

  it('shows nothing by what it throws after a hundred other ends', () => {
    const others = (count: number) => 'if (q) throw 2; '.repeat(count)
    expect(shownBy(loop(others(99) + test))).toBe(1)
    expect(shownBy(loop(others(100) + test))).toBe(0)
  })

  it('shows nothing by what it tests after twenty others', () => {
    const others = (count: number) => "q(one.startsWith('-')); ".repeat(count)
    expect(shownBy(loop(others(19) + test))).toBe(1)
    expect(shownBy(loop(others(20) + test))).toBe(0)
  })
})

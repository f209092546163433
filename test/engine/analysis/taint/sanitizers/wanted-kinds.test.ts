import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import { maskOf, type TaintKind } from '../../../../../src/engine/analysis/taint-kind.ts'
import { knownProgram } from '../../../../support/known-program.ts'

/** Returns the guard results for the argument of `use`, or of `fetch`, if only some kinds are requested. */
function judged(body: string, ...kinds: readonly TaintKind[]) {
  const known = knownProgram({ 'a.js': `export function f(p, q) { ${body} }` })
  const { program } = known
  const calls = Array.from({ length: program.nodeCount }, (_none, node) => node).filter(
    (node) => program.op(node) === Op.Call && /^(?:use|fetch)$/.test(program.text(program.operand(node, 0), 0)),
  )
  const call = calls.at(-1) ?? -1
  const guards = createGuards(known)
  const ask = () =>
    guards.judge({ value: program.operand(call, 1), user: call, region: program.regionAt(call) }, maskOf(...kinds))
  expect(ask()).toEqual(ask())
  return ask()
}

describe('a judgement of some kinds', () => {
  const prefix = "if (!p.startsWith('/data')) throw 1; use(p)"

  it('clears these alone', () => {
    expect(judged("if (p !== 'a') throw 1; use(p)", 'path', 'url').cleared).toBe(maskOf('path', 'url'))
    expect(judged("if (p !== 'a') throw 1; use(p)").cleared).toBe(0)
  })

  it('has the mistakes of these alone', () => {
    expect(judged(prefix, 'path').flaws.map(({ mistake }) => mistake)).toEqual(['prefix-without-separator'])
    expect(judged(prefix, 'url').flaws.map(({ mistake }) => mistake)).toEqual(['prefix-of-address'])
    expect(judged(prefix, 'path', 'url').flaws).toHaveLength(2)
    expect(judged(prefix, 'command').flaws).toEqual([])
  })

  it('has a check that could not be judged where it is about these', () => {
    const tested = 'if (!/^[a-z]+$/.test(p.padEnd(3))) throw 1; use(p)'
    const own = maskOf('path', 'url', 'command')
    expect((judged(tested, 'path').tested?.kinds ?? 0) & own).toBe(own)
    expect('tested' in judged(tested, 'process')).toBe(false)
    expect('tested' in judged(prefix, 'path')).toBe(false)
  })
})

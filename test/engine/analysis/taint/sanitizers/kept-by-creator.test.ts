import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import { allKinds, kindsIn } from '../../../../../src/engine/analysis/taint-kind.ts'
import { contextOf } from './guard-context.ts'

const head = 'function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }\n'

/** Reports whether an operand of the first node with this operation is cleared for paths at that node. */
function isCleared(text: string, op: Op, operand: number): boolean {
  const { program, references } = contextOf(head + text)
  const user =
    Array.from({ length: program.nodeCount }, (_none, node) => node).find(
      (node) => program.op(node) === op && program.functions[program.functionOf(node)]?.name !== 'must',
    ) ?? -1
  expect(user).toBeGreaterThanOrEqual(0)
  const { cleared } = createGuards({ program, references }).judge(
    { value: program.operand(user, operand), user, region: program.regionAt(user) },
    allKinds,
  )
  return kindsIn(cleared).includes('path')
}

describe('what a constructor keeps and checks at its end', () => {
  it.each<[string, string, Op, number, boolean]>([
    [
      'the value that it keeps',
      'class A { constructor(name) { this.name = name; must(this.name) } }',
      Op.Store,
      2,
      true,
    ],
    ['the value itself', 'class A { constructor(name) { this.name = name; must(name) } }', Op.Store, 2, true],
    ['another value', 'class A { constructor(name, other) { this.name = name; must(other) } }', Op.Store, 2, false],
    [
      'a value of another object',
      'class A { constructor(name, other) { other.name = name; must(name) } }',
      Op.Store,
      2,
      false,
    ],
    [
      'a value of another object, without parameters',
      'class A { constructor() { const other = {}; other.name = here; must(other.name) } }',
      Op.Store,
      2,
      false,
    ],
    ['a value that a method keeps', 'class A { set(name) { this.name = name; must(name) } }', Op.Store, 2, false],
    ['a value that a function keeps', 'function set(name) { this.name = name; must(name) }', Op.Store, 2, false],
    [
      'a value that is kept by a computed name',
      'class A { constructor(name, key) { this[key] = name; must(name) } }',
      Op.StoreDynamic,
      2,
      false,
    ],
    [
      'the object',
      'class A { constructor(name) { this.name = name; must(name); must(this.name) } }',
      Op.Store,
      0,
      false,
    ],
    [
      'a value that may be checked',
      'class A { constructor(name) { this.name = name; if (name.a) must(name) } }',
      Op.Store,
      2,
      false,
    ],
  ])('%s', (_name, text, op, operand, expected) => {
    expect(isCleared(text, op, operand)).toBe(expected)
  })
})

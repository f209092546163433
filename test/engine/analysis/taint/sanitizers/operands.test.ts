import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import {
  joinedBy,
  onlyDefinition,
  operandsOf,
  reachedFrom,
  returnedBy,
} from '../../../../../src/engine/analysis/taint/sanitizers/operands.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'

const text =
  "function f(x, y) { let a = 'one'; if (x) a = 'two'; g(a, 'three'); const b = 'four'; g(b); if (y) return " +
  "'five'; return 'six' }"
const program = linkModules([{ path: 'a.ts', unit: lowerJavaScriptText(text, 'ts') }])
const known = { program, references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 10_000 }) }
const nodes = Array.from({ length: program.nodeCount }, (_none, node) => node)
const [first = -1, second = -1] = nodes.filter((node) => program.op(node) === Op.Call)
const texts = (found: readonly number[]) => found.map((node) => program.literalText(node))

describe('operands', () => {
  it('are listed from any of them on', () => {
    expect(texts(operandsOf(program, first, 2))).toEqual(['three'])
    expect(operandsOf(program, first)).toHaveLength(3)
    expect(operandsOf(program, first, 3)).toEqual([])
    expect(operandsOf(program, first, 9)).toEqual([])
    expect(operandsOf(program, -1)).toEqual([])
  })

  it('of a phi are its values, without regions', () => {
    expect(texts(joinedBy(program, program.operand(first, 1))).sort()).toEqual(['one', 'two'])
    expect(joinedBy(program, first)).toEqual(operandsOf(program, first))
  })

  it('have one definition or several', () => {
    expect(program.literalText(onlyDefinition(known, program.operand(second, 1)))).toBe('four')
    expect(texts([onlyDefinition(known, program.operand(first, 2))])).toEqual(['three'])
    expect(onlyDefinition(known, program.operand(first, 1))).toBe(-1)
  })

  it('of returns are what a function returns', () => {
    expect(texts(returnedBy(program, program.functionOf(first)))).toEqual(['five', 'six'])
    expect(returnedBy(program, 999)).toEqual([])
  })
})

describe('nodes that others lead to', () => {
  it('are found once each, the first one included', () => {
    expect([...reachedFrom(1, (at) => [at, 3 - at, -1, 0], 10)]).toEqual([1, 2, 0, 3])
    expect([...reachedFrom(5, () => [], 10)]).toEqual([5])
  })

  it('are no more than asked for', () => {
    expect([...reachedFrom(1, (at) => [at + 1], 3)]).toEqual([1, 2, 3])
  })
})

import { describe, expect, it } from 'vitest'
import { operandCounts } from '../../../../src/engine/analysis/ir/operand-counts.ts'
import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { nodeOperandRange } from '../../../../src/engine/analysis/program/node-operands.ts'
import type { Program } from '../../../../src/engine/analysis/program/program.ts'
import { OperandKind, operandKind } from '../../../../src/engine/analysis/program/operand-kinds.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { linkedTexts } from '../linked-texts.ts'

const [first, second] = [
  "import { b } from './b.js'\nexport const a = (x) => {\n  if (x) b(x)\n  return 'text'\n}",
  "export class B { run(y) { return y } }\nexport const b = (y) => 'text' + y",
]

const nodesOf = (program: Program, op: Op) => [...program.ops.keys()].filter((node) => program.op(node) === op)

describe('a program of several files', () => {
  const program = linkedTexts({ 'a.js': first, 'b.js': second })
  const [a, b] = [linkedTexts({ 'a.js': first }), linkedTexts({ 'b.js': second })]

  it('has all of their nodes, functions and classes, and each operand means what it meant', () => {
    expect(program.nodeCount).toBe(a.nodeCount + b.nodeCount)
    expect([program.functions.length, program.classes.length]).toEqual([a.functions.length + b.functions.length, 1])
    for (let node = 0; node < b.nodeCount; node += 1) {
      const there = a.nodeCount + node
      expect(program.op(there)).toBe(b.op(node))
      expect(program.operandCount(there)).toBe(b.operandCount(node))
      for (let index = 0; index < b.operandCount(node); index += 1) {
        const kind = operandKind(b.op(node), index)
        const [own, linked] = [b.operand(node, index), program.operand(there, index)]
        if (kind === OperandKind.string) expect(program.text(there, index)).toBe(b.text(node, index))
        else
          expect(linked - own).toBe(
            {
              [OperandKind.node]: a.nodeCount,
              [OperandKind.region]: a.regionKinds.length,
              [OperandKind.function]: a.functions.length,
              [OperandKind.class]: 0,
              [OperandKind.plain]: 0,
            }[kind],
          )
      }
    }
  })

  it('shares strings', () => {
    expect(new Set(program.strings).size).toBe(program.strings.length)
    const texts = nodesOf(program, Op.Literal).filter((node) => program.literalText(node) === 'text')
    expect(texts).toHaveLength(2)
    expect(new Set(texts.map((node) => program.operand(node, 1)))).toEqual(new Set([program.stringIndex('text')]))
    expect(program.stringIndex('nowhere')).toBe(-1)
  })

  it('keeps functions with their files, parents and parameters', () => {
    expect(
      program.functions.map(({ name, parent, file, parameters }) => [
        name,
        parent,
        file,
        parameters.map(({ node }) => program.op(node)),
      ]),
    ).toEqual([
      [undefined, -1, 0, []],
      ['a', 0, 0, [Op.Parameter]],
      [undefined, -1, 1, []],
      ['run', 2, 1, [Op.Parameter]],
      ['b', 2, 1, [Op.Parameter]],
    ])
    for (const { returns } of program.functions)
      for (const returned of returns) expect(program.op(returned)).toBe(Op.Return)
    expect(program.classes[0]).toMatchObject({ name: 'B', file: 1, members: [{ key: 'run' }] })
  })

  it('tells where a node is', () => {
    const imported = nodesOf(program, Op.Import)
    expect(imported.map((node) => program.placeOf(node))).toMatchObject([{ path: 'a.js', line: 1 }])
    expect(nodesOf(program, Op.Class).map((node) => program.placeOf(node))).toMatchObject([
      { path: 'b.js', line: 1, column: 8 },
    ])
    expect(nodesOf(program, Op.Call).map((node) => program.placeOf(node))).toEqual([
      { path: 'a.js', line: 3, column: 10 },
    ])
    expect([program.fileOf(0).path, program.fileOf(program.nodeCount - 1).path]).toEqual(['a.js', 'b.js'])
  })

  it('tells which nodes use another one', () => {
    for (let node = 0; node < program.nodeCount; node += 1) {
      for (const user of program.users(node)) {
        const operands = Array.from({ length: program.operandCount(user) }, (_none, index) =>
          operandKind(program.op(user), index) === OperandKind.node ? program.operand(user, index) : -1,
        )
        expect(operands).toContain(node)
      }
      expect([...program.users(node)]).toEqual([...program.users(node)].sort((one, other) => one - other))
    }
    const uses = (test: Program) =>
      Array.from({ length: test.nodeCount }, (_none, node) => test.users(node).length).reduce(
        (sum, count) => sum + count,
        0,
      )
    expect(uses(program)).toBe(uses(a) + uses(b))
  })

  it('tells what has always run before', () => {
    const [call = -1] = nodesOf(program, Op.Call)
    const [parameter = -1] = program.functions[1]?.parameters.map(({ node }) => node) ?? []
    const [returned = -1] = program.functions[1]?.returns ?? []
    expect([
      program.alwaysBefore(parameter, call),
      program.alwaysBefore(parameter, returned),
      program.alwaysBefore(call, returned),
      program.alwaysBefore(returned, call),
    ]).toEqual([true, true, false, false])
    expect([program.functionOf(call), program.isDead(call)]).toEqual([1, false])
  })

  it('does not depend on when it is put together', () => {
    const again = linkedTexts({ 'a.js': first, 'b.js': second })
    expect([...again.operands]).toEqual([...program.operands])
    expect(again.strings).toEqual(program.strings)
  })
})

describe('a program', () => {
  it('of nothing has nothing', () => {
    const program = linkModules([])
    expect([
      program.nodeCount,
      program.functions.length,
      program.files.length,
      program.operand(0, 0),
      program.users(0).length,
    ]).toEqual([0, 0, 0, -1, 0])
  })

  it('knows what is never run', () => {
    const program = linkedTexts('function f() { return 1; after() }')
    expect(nodesOf(program, Op.Call).map((call) => program.isDead(call))).toEqual([true])
  })

  it('asks for no operand that is not there', () => {
    const program = linkedTexts('f(1)')
    const [call = -1] = nodesOf(program, Op.Call)
    expect([
      program.operand(call, -1),
      program.operand(call, 2),
      program.operand(-1, 0),
      program.text(call, 7),
    ]).toEqual([-1, -1, -1, ''])
  })

  it('can be put together of one unit at two paths', () => {
    const unit = lowerJavaScriptText('export const a = () => 1', 'js')
    const program = linkModules([
      { path: 'x.js', unit },
      { path: 'y.js', unit },
    ])
    expect(program.functions.map(({ file }) => file)).toEqual([0, 0, 1, 1])
    expect(program.nodeCount).toBe(2 * unit.ops.length)
  })

  it.each(Object.entries(Op))('knows the nodes among the operands of %s', (_name, op) => {
    const own = operandCounts[op] ?? -1
    for (const count of own < 0 ? [2, 4, 6] : [own]) {
      const [from, step, to] = nodeOperandRange(op, 0, count)
      const nodes: number[] = []
      for (let at = from; at < to; at += step) nodes.push(at)
      expect(nodes).toEqual(
        Array.from({ length: count }, (_none, index) => index).filter(
          (index) => operandKind(op, index) === OperandKind.node,
        ),
      )
    }
  })
})

import { describe, expect, it } from 'vitest'
import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { linkedTexts } from '../linked-texts.ts'

const texts = {
  'a.js':
    "import { run } from './b.js'\nexport const a = (list, key) => { list.run('run'); list?.run(list.run); " +
    'list[key] = { run: key }; new list.run(list) }\nrun()',
  'b.py': "def b(runner):\n    runner.run(run='run')\n    runner.run = 1\n",
}

describe('the index of a program', () => {
  const program = linkedTexts(texts)
  const all = Array.from({ length: program.nodeCount }, (_none, node) => node)

  it.each(Object.entries(Op))('has all nodes of %s in their order', (_name, op) => {
    expect([...program.index.of(op)]).toEqual(all.filter((node) => program.op(node) === op))
  })

  it('has those of several operations in their order', () => {
    expect([...program.index.ofAny(Op.Call, Op.Load, Op.New)]).toEqual(
      all.filter((node) => [Op.Call, Op.Load, Op.New].some((op) => op === program.op(node))),
    )
  })

  it('has literals, reads, stores, properties and arguments by the string that they name', () => {
    const named = [...program.index.naming(program.stringIndex('run'))]
    expect(new Set(named.map((node) => program.op(node)))).toEqual(
      new Set([Op.Literal, Op.Load, Op.Store, Op.Property, Op.Keyword]),
    )
    expect(named).toEqual(
      all.filter(
        (node) =>
          ([Op.Literal, Op.Load, Op.Store].some((op) => op === program.op(node))
            ? program.text(node, 1)
            : [Op.Property, Op.Keyword].some((op) => op === program.op(node))
              ? program.text(node, 0)
              : '') === 'run',
      ),
    )
  })

  it('has nothing by a string that the program does not have', () => {
    expect([...program.index.naming(program.stringIndex('nowhere'))]).toEqual([])
    expect(program.callsOfMethod('nowhere')).toEqual([])
  })

  it('tells what calls a method of a name, and not what is only handed it', () => {
    const calls = program.callsOfMethod('run')
    expect(calls).toEqual(
      all.filter(
        (node) =>
          (program.op(node) === Op.Call || program.op(node) === Op.New) &&
          program.op(program.operand(node, 0)) === Op.Load &&
          program.text(program.operand(node, 0), 1) === 'run',
      ),
    )
    expect(calls).toHaveLength(4)
    expect(program.callsOfMethod('run')).toBe(calls)
  })
})

import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import { allKinds, kindsIn, maskOf, type TaintMask } from '../../../../../src/engine/analysis/taint-kind.ts'
import { knownProgram } from '../../../../support/known-program.ts'

const head = `import path from 'node:path'; import isPrivateIp from 'private-ip'
function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }
`

interface Use {
  readonly node: string
  readonly cleared: readonly string[]
  readonly mistakes: readonly string[]
}

/** Returns the judgements of the operands of all nodes with an operation in the body of a function, in order. */
function usesBy(op: Op, body: string, wanted: TaintMask = allKinds): Use[] {
  const known = knownProgram({ 'a.ts': `${head}export function f(p, q, list) { ${body} }` })
  const { program } = known
  const guards = createGuards(known)
  const step = op === Op.Phi ? 2 : 1
  const uses: Use[] = []
  for (let user = 0; user < program.nodeCount; user += 1) {
    if (program.op(user) !== op || program.functions[program.functionOf(user)]?.name !== 'f') continue
    for (let index = 0; index < program.operandCount(user); index += step) {
      const value = program.operand(user, index)
      if (program.op(value) !== Op.Parameter && program.op(value) !== Op.Load) continue
      const region = op === Op.Phi ? program.operand(user, index + 1) : program.regionAt(user)
      const { cleared, flaws } = guards.judge({ value, user, region }, wanted)
      uses.push({
        node: program.op(value) === Op.Load ? program.text(value, 1) : `${program.operand(value, 0)}`,
        cleared: kindsIn(cleared),
        mistakes: flaws.map(({ mistake }) => mistake),
      })
    }
  }
  return uses
}

const clearedBy = (op: Op, body: string) =>
  usesBy(op, body).map(({ node, cleared }) => [node, cleared.includes('path')])

describe('facts about an operand of a phi', () => {
  it('is what holds before the ways meet', () => {
    expect(clearedBy(Op.Phi, 'let v = p; if (q) v = list.a; must(p); must(list.a); use(v)')).toEqual([
      ['a', false],
      ['0', false],
    ])
    expect(clearedBy(Op.Phi, 'must(p); let v = p; if (q) { must(list.a); v = list.a } use(v)')).toEqual([
      ['a', true],
      ['0', true],
    ])
  })

  it('is what holds at the end of a turn, of one that a loop makes', () => {
    expect(
      clearedBy(Op.Phi, 'let v = p; while (q(v)) { const next = list.a; must(next); v = next } use(v)').filter(
        ([node]) => node === 'a',
      ),
    ).toEqual([['a', true]])
    expect(clearedBy(Op.Phi, 'let v = p; while (q(v)) { v = list.a } use(v)').filter(([node]) => node === 'a')).toEqual(
      [['a', false]],
    )
  })
})

describe('a path without its parents', () => {
  it('is harmless behind a folder, not before it', () => {
    expect(clearedBy(Op.Concat, "if (p.includes('..')) throw 1; use('/data/' + p)")).toEqual([['0', true]])
    expect(clearedBy(Op.Concat, "if (p.includes('..')) throw 1; use(p + '/data')")).toEqual([['0', false]])
    expect(clearedBy(Op.Concat, "if (p.includes('..')) throw 1; use(`${p}/${q}`)")).toEqual([
      ['0', false],
      ['1', false],
    ])
  })

  it('is harmless as a later part of a joined path', () => {
    expect(clearedBy(Op.Call, "if (p.includes('..')) throw 1; return path.join('/data', p)").slice(-1)).toEqual([
      ['0', true],
    ])
    expect(clearedBy(Op.Call, "if (p.includes('..')) throw 1; return path.join(p, 'data')").slice(-1)).toEqual([
      ['0', false],
    ])
    expect(clearedBy(Op.Call, "if (p.includes('..')) throw 1; return path.resolve('/data', p)").slice(-1)).toEqual([
      ['0', false],
    ])
  })
})

describe('a test for hosts', () => {
  const mistakes = (body: string) => usesBy(Op.Call, body).at(-1)?.mistakes

  it('says nothing of a whole address that something outside of the program asks', () => {
    expect(mistakes('if (isPrivateIp(p)) throw 1; fetch(p)')).toEqual(['whole-address-tested'])
  })

  it('may be meant for an argument that is not the address', () => {
    expect(mistakes("if (isPrivateIp(p)) throw 1; connect('a', p)")).toEqual(['names-not-resolved'])
    expect(mistakes('const ask = (x) => x; if (isPrivateIp(p)) throw 1; ask(p)')).toEqual(['names-not-resolved'])
  })

  it('may be meant for a part of the address', () => {
    expect(usesBy(Op.Concat, 'if (isPrivateIp(p)) throw 1; fetch(`https://${p}/`)').at(-1)?.mistakes).toEqual([
      'names-not-resolved',
    ])
  })
})

describe('kinds that are not asked about', () => {
  it('are neither cleared nor worth a mistake', () => {
    const body = "if (isPrivateIp(p)) throw 1; if (p.includes('..')) throw 1; fetch(p)"
    expect(usesBy(Op.Call, body, maskOf('path')).at(-1)?.mistakes).toEqual(['parents-alone'])
    expect(usesBy(Op.Call, body, maskOf('url')).at(-1)?.mistakes).toEqual(['whole-address-tested'])
    expect(usesBy(Op.Call, 'must(p); fetch(p)', maskOf('url')).at(-1)?.cleared).toEqual(['url'])
  })
})

describe('an answer', () => {
  const known = knownProgram({
    'a.ts': `${head}export function f(p, q, list) {
    if (p.includes('..')) throw 1
    must(q.name)
    if (!list.every((one) => ['all', 'new'].includes(one))) throw 1
    if (isPrivateIp(p)) throw 1
    fetch(p); fetch(q.name); fetch(list); fetch(q); fetch('/data/' + p)
    run(encodeURIComponent(q), path.basename(q), decodeURIComponent(q.name), path.join('/data', p), q.replace('..', ''))
    return [p, q, list, q.name]
  }`,
  })
  const { program } = known
  const operands = Array.from({ length: program.nodeCount }, (_none, node) => node)
    .filter((node) => [Op.Call, Op.Concat, Op.ArrayOf].includes(program.op(node) as never))
    .flatMap((user) =>
      Array.from({ length: program.operandCount(user) }, (_none, index) => ({
        user,
        value: program.operand(user, index),
      })),
    )

  /** Returns the judgements of operands by the nodes that use them. */
  const answers = (guards: ReturnType<typeof createGuards>, asked: readonly (typeof operands)[number][]) =>
    new Map(
      asked.map(({ user, value }) => {
        const use = { value, user, region: program.regionAt(user) }
        return [
          `${user} ${value}`,
          {
            judged: guards.judge(use, allKinds),
            name: guards.judgeField(use, ['name']),
            transferred: guards.transfer(user, value),
          },
        ]
      }),
    )

  it('is the same whenever it is asked for', () => {
    const guards = createGuards(known)
    const first = answers(guards, operands)
    expect(answers(guards, operands)).toEqual(first)
    expect(answers(guards, operands.toReversed())).toEqual(first)
    for (const one of operands)
      expect(answers(createGuards(known), [one])).toEqual(
        new Map([...first].filter(([key]) => key === `${one.user} ${one.value}`)),
      )
    const cleared = (list: readonly number[]) => new Set(list.map((mask) => kindsIn(mask).join(' '))).size
    expect(cleared([...first.values()].map(({ judged }) => judged.cleared))).toBeGreaterThan(3)
    expect(cleared([...first.values()].map(({ transferred }) => transferred.cleared))).toBeGreaterThan(2)
    expect(cleared([...first.values()].map(({ name }) => name))).toBeGreaterThan(1)
  })
})

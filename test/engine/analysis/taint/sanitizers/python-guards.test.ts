import { describe, expect, it } from 'vitest'
import { FlowBuilder } from '../../../../../src/engine/analysis/ir/flow-builder.ts'
import { LiteralKind, Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import { allKinds, kindsIn, taintKinds } from '../../../../../src/engine/analysis/taint-kind.ts'

/** Judges a Python function that raises unless a condition of its parameter holds, and then uses the parameter. */
function judgedWhere(condition: (to: FlowBuilder, parameter: number) => number): {
  readonly cleared: readonly string[]
  readonly mistakes: readonly string[]
} {
  const to = new FlowBuilder('python', Int32Array.of(0), 1_000)
  to.closure({ name: 'f', offset: 0, flags: 0 }, () => {
    const parameter = to.parameter({ name: 'x', offset: 0 })
    to.branch(
      condition(to, parameter),
      () => {},
      () => to.throws(to.node(Op.Global, 0, to.string('ValueError')), 0),
    )
    to.node(Op.Call, 0, to.node(Op.Global, 0, to.string('use')), parameter)
  })
  const program = linkModules([{ path: 'a.py', unit: to.build() }])
  const guards = createGuards({
    program,
    references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 100_000 }),
  })
  for (let call = 0; call < program.nodeCount; call += 1) {
    const callee = program.operand(call, 0)
    if (program.op(call) !== Op.Call || program.op(callee) !== Op.Global || program.text(callee, 0) !== 'use') continue
    const { cleared, flaws } = guards.judge(
      { value: program.operand(call, 1), user: call, region: program.regionOf[call] ?? -1 },
      allKinds,
    )
    return { cleared: kindsIn(cleared), mistakes: flaws.map(({ mistake }) => mistake) }
  }
  throw new Error('nothing is used')
}

const text = (to: FlowBuilder, value: string) => to.literal(LiteralKind.string, value, 0)
const method = (to: FlowBuilder, receiver: number, name: string, ...given: readonly number[]) =>
  to.node(Op.Call, 0, to.node(Op.Load, 0, receiver, to.string(name)), ...given)
const library = (to: FlowBuilder, module: string, name: string, ...given: readonly number[]) =>
  method(to, to.node(Op.Import, 0, to.string(module), to.string('*')), name, ...given)
const not = (to: FlowBuilder, value: number) => to.node(Op.Unary, 0, to.string('not'), value)
const binary = (to: FlowBuilder, operator: string, left: number, right: number) =>
  to.node(Op.Binary, 0, to.string(operator), left, right)

describe('guards of Python', () => {
  it('knows how much of a text re.fullmatch and re.match compare', () => {
    expect(judgedWhere((to, x) => library(to, 're', 'fullmatch', text(to, '[a-z]+'), x)).cleared).toContain('command')
    expect(judgedWhere((to, x) => library(to, 're', 'match', text(to, '[a-z]+'), x))).toMatchObject({
      mistakes: ['pattern-not-anchored'],
    })
    const ended = judgedWhere((to, x) => library(to, 're', 'match', text(to, '[a-z]+$'), x))
    expect(ended.cleared).toContain('command')
    expect(ended.cleared).not.toContain('environment')
    expect(ended.mistakes).toEqual(['line-end-in-pattern'])
  })

  it('knows containment by pathlib with and without resolve', () => {
    expect(
      judgedWhere((to, x) => method(to, method(to, x, 'resolve'), 'is_relative_to', text(to, '/data'))),
    ).toMatchObject({ cleared: ['path'], mistakes: [] })
    expect(judgedWhere((to, x) => method(to, x, 'is_relative_to', text(to, '/data')))).toMatchObject({
      cleared: [],
      mistakes: ['not-resolved'],
    })
  })

  it('knows containment by os.path', () => {
    expect(
      judgedWhere((to, x) => method(to, library(to, 'os.path', 'realpath', x), 'startswith', text(to, '/data/'))),
    ).toMatchObject({ mistakes: [] })
    expect(
      judgedWhere((to, x) =>
        binary(
          to,
          '==',
          library(
            to,
            'os.path',
            'commonpath',
            to.node(Op.ArrayOf, 0, text(to, '/data'), library(to, 'os.path', 'realpath', x)),
          ),
          text(to, '/data'),
        ),
      ).cleared,
    ).toContain('path')
    expect(
      judgedWhere((to, x) => method(to, library(to, 'os.path', 'abspath', x), 'startswith', text(to, '/data'))),
    ).toMatchObject({ mistakes: ['prefix-without-separator'] })
  })

  it('knows in and not in, of collections and of texts', () => {
    expect(
      judgedWhere((to, x) => binary(to, 'in', x, to.node(Op.ArrayOf, 0, text(to, 'a'), text(to, 'b')))).cleared,
    ).toHaveLength(taintKinds.length)
    expect(judgedWhere((to, x) => binary(to, 'not in', text(to, '..'), x))).toEqual({
      cleared: [],
      mistakes: ['parents-alone'],
    })
  })

  it('knows of what a date or an identifier is read, and what may stand in one all the same', () => {
    const readBy = (call: string) => {
      const units = [
        {
          path: 'a.py',
          unit: lowerPythonText(
            `import uuid\nfrom datetime import datetime\ndef f(x, fmt):\n    ${call}\n    use(x)\n`,
          ),
        },
      ]
      const program = linkModules(units)
      const guards = createGuards({
        program,
        references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 100_000 }),
      })
      for (let node = 0; node < program.nodeCount; node += 1)
        if (
          program.op(node) === Op.Call &&
          program.op(program.operand(node, 0)) === Op.Global &&
          program.text(program.operand(node, 0), 0) === 'use'
        )
          return kindsIn(
            guards.judge(
              { value: program.operand(node, 1), user: node, region: program.regionOf[node] ?? -1 },
              allKinds,
            ).cleared,
          )
      throw new Error('nothing is used')
    }
    expect(readBy("datetime.strptime(x, '%Y-%m-%d')")).toEqual(
      expect.arrayContaining(['command', 'argument', 'path', 'query', 'html']),
    )
    expect(readBy("datetime.strptime(x, '%Y-%m-%d %H:%M')")).not.toContain('command')
    expect(readBy('datetime.strptime(x, "%Y\'%m")')).not.toContain('query')
    expect(readBy('datetime.strptime(x, fmt)')).toEqual([])
    expect(readBy('uuid.UUID(x)')).toContain('command')
    expect(readBy('uuid.UUID(x)')).not.toContain('argument')
    expect(readBy('int(x)')).toHaveLength(taintKinds.length)
  })

  it('knows addresses that are private', () => {
    const address = (to: FlowBuilder, x: number) =>
      library(
        to,
        'ipaddress',
        'ip_address',
        library(
          to,
          'socket',
          'gethostbyname',
          to.node(Op.Load, 0, library(to, 'urllib.parse', 'urlparse', x), to.string('hostname')),
        ),
      )
    expect(judgedWhere((to, x) => not(to, to.node(Op.Load, 0, address(to, x), to.string('is_private'))))).toEqual({
      cleared: ['url'],
      mistakes: [],
    })
    expect(judgedWhere((to, x) => to.node(Op.Load, 0, address(to, x), to.string('is_private'))).cleared).toEqual([])
    for (const some of ['is_loopback', 'is_link_local'])
      expect(
        judgedWhere((to, x) => not(to, to.node(Op.Load, 0, address(to, x), to.string(some)))),
        some,
      ).toEqual({ cleared: [], mistakes: ['deny-list'] })
    expect(judgedWhere((to, x) => not(to, to.node(Op.Load, 0, address(to, x), to.string('is_reserved'))))).toEqual({
      cleared: [],
      mistakes: [],
    })
  })
})

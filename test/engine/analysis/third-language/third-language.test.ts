import { describe, expect, it } from 'vitest'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { taintLimits } from '../../../../src/engine/analysis/taint-limits.ts'
import { lowerPlain } from './lower-plain.ts'
import { plainSemantics } from './plain-semantics.ts'

const flowsIn = (...lines: readonly string[]) =>
  findFlows(
    linkModules([{ path: 'a.plain', unit: lowerPlain(lines.join('\n')) }], (language) =>
      language === 'plain' ? plainSemantics : undefined,
    ),
    new Map(),
    { referenceSteps: taintLimits.maxPointsToSteps, states: taintLimits.maxTaintStates, isOver: () => false },
  ).flows.map(({ kind, steps }) => `${kind} at line ${steps.at(-1)?.line}`)

describe('a language that the catalogue does not have', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a source that reaches a sink', ['name = input.next()', 'shell.run(name)'], ['command at line 2']],
    ['a call in a call', ['shell.run(input.next())'], ['command at line 1']],
    ['a constant', ['name = "ls"', 'shell.run(name)'], []],
    [
      'one of two values',
      ['name = "ls"', 'if input.ready()', 'name = input.next()', 'end', 'shell.run(name)'],
      ['command at line 5'],
    ],
    ['code after a return', ['name = input.next()', 'return name', 'shell.run(name)'], []],
    ['a sanitizer before the sink', ['name = input.next()', 'number.check(name)', 'shell.run(name)'], []],
    [
      'a sanitizer on one of two ways',
      ['name = input.next()', 'if input.ready()', 'number.check(name)', 'end', 'shell.run(name)'],
      ['command at line 5'],
    ],
  ])('judges %s', (_, lines, flows) => {
    expect(flowsIn(...lines)).toEqual(flows)
  })

  it('fails for a unit of an unknown language', () => {
    expect(() => linkModules([{ path: 'a.plain', unit: lowerPlain('') }])).toThrow(RangeError)
  })
})

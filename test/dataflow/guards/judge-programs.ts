import { lowerJavaScriptText } from '../../../src/dataflow/javascript/lower-javascript.ts'
import { Op } from '../../../src/dataflow/form/operations.ts'
import { createGuards } from '../../../src/dataflow/guards/create-guards.ts'
import { resolveModules } from '../../../src/dataflow/modules/resolve-modules.ts'
import { linkUnits } from '../../../src/dataflow/program/link-units.ts'
import { lowerPythonText } from '../../../src/dataflow/python/lower-python.ts'
import { findReferences } from '../../../src/dataflow/references/find-references.ts'
import { allKinds, kindsIn, maskOf, queryWithBackslashes, type TaintMask, taintKinds } from '../../../src/dataflow/taint-kind.ts'
import type { ProgramGroup } from './program-group.ts'
import { groups as javascriptConditions } from './programs/javascript-conditions.ts'
import { groups as javascriptValues } from './programs/javascript-values.ts'
import { groups as libraryNames } from './programs/library-names.ts'
import { groups as python } from './programs/python.ts'
import { groups as requests } from './programs/requests.ts'
import { groups as rejections } from './programs/rejections.ts'
import { groups as singleChecks } from './programs/single-checks.ts'
import { groups as textTransfers } from './programs/text-transfers.ts'
import { groups as textRewriting } from './programs/text-rewriting.ts'

/** The groups of each file in `programs`, by its name. `judgements/<name>.json` has their judgements. */
export const programs: Readonly<Record<string, readonly ProgramGroup[]>> = {
  'javascript-conditions': javascriptConditions,
  'javascript-values': javascriptValues,
  'library-names': libraryNames,
  python,
  rejections,
  requests,
  'single-checks': singleChecks,
  'text-rewriting': textRewriting,
  'text-transfers': textTransfers,
}

/** Kinds that are cleared, after a bar each mistake with its kinds, after a question mark kinds with an undecided check: `argument | links-not-resolved(path) ? url`. */
export type Judgement = string

/** What people are told of each mistake in the programs, by its name. */
export const reasons = new Map<string, string>()

/** What guards say of the value that each function of a group uses, by the function's name. */
export function judgeGroup({ language, head, functions, asks }: ProgramGroup): Record<string, Judgement> {
  const text = language === 'javascript'
    ? head + functions.map(([, body], index) => `export async function f${index}(x, y, list) { ${body} }`).join('\n')
    : head + functions.map(([, body], index) => `def f${index}(x, y):\n${body}\n`).join('\n')
  const program = linkUnits([language === 'javascript' ? { path: 'a.ts', unit: lowerJavaScriptText(text, 'ts') } : { path: 'a.py', unit: lowerPythonText(text) }])
  const guards = createGuards({ program, references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 1_000_000 }) })
  const judged: Record<string, Judgement> = {}
  for (let call = 0; call < program.nodeCount; call += 1) {
    const callee = program.operand(call, 0)
    if (program.op(call) !== Op.Call || program.op(callee) !== Op.Global || program.text(callee, 0) !== 'use') continue
    const value = program.operand(call, 1)
    const { cleared, flaws, tested } = asks === 'transfer' ? guards.transfer(value, operandOf(program, value)) : guards.judge({ value, user: call, region: program.regionOf[call] ?? -1 }, allKinds)
    const index = Number(/\d+$/.exec(program.functions[program.functionOf(call)]?.name ?? '')?.[0] ?? -1)
    for (const { mistake, reason } of flaws) reasons.set(mistake, reason)
    judged[functions[index]?.[0] ?? `function ${index}`] = [kindsText(cleared, ' '), flaws.map(({ mistake, kinds }) => `${mistake}(${kindsText(kinds, '+')})`).join(' ')].filter((part, place) => place === 0 || part !== '').join(' | ') + (asks === 'test' && tested ? ` ? ${kindsText(tested.kinds, ' ')}` : '')
  }
  return judged
}

function kindsText(mask: TaintMask, between: string): string {
  const kinds: string[] = [...kindsIn(mask)]
  if (kinds.length === taintKinds.length) return 'everything'
  if ((mask & queryWithBackslashes) !== 0 && !kinds.includes('query')) kinds.push('backslashes')
  else if ((mask & maskOf('query')) !== 0 && !kinds.includes('query')) kinds.push('query-without-backslashes')
  return kinds.join(between)
}

/** Operations that make a value of others. */
const makers: ReadonlySet<Op> = new Set<Op>([Op.Call, Op.Phi, Op.Await, Op.ArrayOf, Op.Concat])

/** The operand of a value that is a parameter or made of one; of a text that is put together, the first part that is no constant. */
function operandOf(program: ReturnType<typeof linkUnits>, value: number): number {
  for (let index = 0; index < program.operandCount(value); index += 1) {
    const operand = program.operand(value, index)
    const source = program.op(operand) === Op.Load ? program.operand(operand, 0) : operand
    const item = program.op(source) === Op.ArrayOf ? program.operand(source, 0) : source
    if (program.op(item) === Op.Parameter || (program.op(value) === Op.Concat && makers.has(program.op(operand) as Op))) return operand
  }
  return program.operand(value, 0)
}

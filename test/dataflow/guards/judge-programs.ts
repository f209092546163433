import { lowerJavaScriptText } from '../../../src/dataflow/javascript/lower-javascript.ts'
import { Op } from '../../../src/dataflow/form/operations.ts'
import { createGuards } from '../../../src/dataflow/guards/create-guards.ts'
import { resolveModules } from '../../../src/dataflow/modules/resolve-modules.ts'
import { linkUnits } from '../../../src/dataflow/program/link-units.ts'
import { lowerPythonText } from '../../../src/dataflow/python/lower-python.ts'
import { findReferences } from '../../../src/dataflow/references/find-references.ts'
import { allKinds, kindsIn, type TaintMask, taintKinds } from '../../../src/dataflow/taint-kind.ts'
import * as conditions from './programs/javascript-conditions.ts'
import * as javascript from './programs/javascript-values.ts'
import * as python from './programs/python.ts'

/** Small functions that call `use` once each, by name, and what they share. */
export interface ProgramGroup {
  readonly name: string
  readonly language: 'javascript' | 'python'
  readonly head: string
  readonly functions: readonly (readonly [name: string, body: string])[]
  /** Whether the value is judged where it is used, or what the expression leaves of its operand. */
  readonly asks: 'judge' | 'transfer'
}

/** Kinds that are cleared, and after a bar each mistake with its kinds: `path argument | links-not-resolved(path)`. */
export type Judgement = string

/** What people are told of each mistake in the programs, by its name. */
export const reasons = new Map<string, string>()

const where = (before: string, list: readonly string[]) => list.flatMap((condition): [string, string][] => [
  [condition, `${before}if (!(${condition})) throw 1; use(x)`],
  [`not: ${condition}`, `${before}if (${condition}) throw 1; use(x)`],
])
const pythonWhere = (condition: string): [string, string][] => [
  [condition, `    if not (${condition}):\n        raise ValueError()\n    use(x)`],
  [`not: ${condition}`, `    if ${condition}:\n        raise ValueError()\n    use(x)`],
]
const { head } = conditions

/** Every group; a group is one program, so that its functions cost little more than one of them. */
export const groups: readonly ProgramGroup[] = [
  ...inParts({ name: 'conditions of texts', language: 'javascript', head, asks: 'judge', functions: where('', conditions.textConditions) }),
  ...inParts({ name: 'patterns', language: 'javascript', head, asks: 'judge', functions: where('', conditions.patternConditions.map((pattern) => `${pattern}.test(x)`)) }),
  ...inParts({ name: 'patterns of replaced texts', language: 'javascript', head, asks: 'transfer', functions: conditions.patternConditions.map((pattern) => [pattern, `use(x.replace(${pattern}${/\/[a-z]*g[a-z]*$/.test(pattern) ? '' : 'g'}, ''))`] as const) }),
  ...inParts({ name: 'conditions of addresses', language: 'javascript', head, asks: 'judge', functions: where('const host = new URL(x).hostname; ', conditions.addressConditions) }),
  ...inParts({ name: 'conditions of resolved addresses', language: 'javascript', head, asks: 'judge', functions: where('const host = (await dns.lookup(new URL(x).hostname)).address; ', conditions.addressConditions) }),
  ...conditions.pathsMade.flatMap((made) => inParts({ name: `paths made by ${made}`, language: 'javascript', head, asks: 'judge', functions: conditions.pathConditions.map((condition) => [condition, `const full = ${made}; if (!(${condition})) throw 1; use(full)`] as const) })),
  ...inParts({ name: 'values', language: 'javascript', head, asks: 'transfer', functions: javascript.values.map((value) => [value, `use(${value})`] as const) }),
  ...inParts({ name: 'texts', language: 'javascript', head, asks: 'transfer', functions: javascript.texts.map((text) => [text, `use(${text})`] as const) }),
  ...inParts({ name: 'conditions of what was made', language: 'javascript', head, asks: 'judge', functions: javascript.values.map((value) => [value, `const made = ${value}; if (!/^[a-z]+$/.test(made)) throw 1; use(x)`] as const) }),
  ...inParts({ name: 'what was made of what was checked', language: 'javascript', head, asks: 'judge', functions: javascript.values.map((value) => [value, `if (!/^[a-z]+$/.test(x)) throw 1; const made = ${value}; use(made)`] as const) }),
  ...inParts({ name: 'conditions in Python', language: 'python', head: python.head, asks: 'judge', functions: python.conditions.flatMap(pythonWhere) }),
  ...inParts({ name: 'values in Python', language: 'python', head: python.head, asks: 'transfer', functions: python.values.map((value) => [value, `    use(${value})`] as const) }),
  ...inParts({ name: 'what was made of what was checked in Python', language: 'python', head: python.head, asks: 'judge', functions: python.values.map((value) => [value, `    if not re.fullmatch(r'[a-z]+', x):\n        raise ValueError()\n    made = ${value}\n    use(made)`] as const) }),
]

function inParts(group: ProgramGroup): ProgramGroup[] {
  const size = 25
  return Array.from({ length: Math.ceil(group.functions.length / size) }, (_none, part) => ({ ...group, name: group.functions.length > size ? `${group.name} ${part + 1}` : group.name, functions: group.functions.slice(part * size, (part + 1) * size) }))
}

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
    const { cleared, flaws } = asks === 'judge' ? guards.judge({ value, user: call, region: program.regionOf[call] ?? -1 }, allKinds) : guards.transfer(value, operandOf(program, value))
    const index = Number(/\d+$/.exec(program.functions[program.functionOf(call)]?.name ?? '')?.[0] ?? -1)
    for (const { mistake, reason } of flaws) reasons.set(mistake, reason)
    judged[functions[index]?.[0] ?? `function ${index}`] = [kindsText(cleared, ' '), flaws.map(({ mistake, kinds }) => `${mistake}(${kindsText(kinds, '+')})`).join(' ')].filter((part, place) => place === 0 || part !== '').join(' | ')
  }
  return judged
}

function kindsText(mask: TaintMask, between: string): string {
  const kinds = kindsIn(mask)
  return kinds.length === taintKinds.length ? 'everything' : kinds.join(between)
}

/** The operand of a value that is a parameter or made of one: the first that is no constant. */
function operandOf(program: ReturnType<typeof linkUnits>, value: number): number {
  for (let index = 0; index < program.operandCount(value); index += 1) {
    const operand = program.operand(value, index)
    const source = program.op(operand) === Op.Load ? program.operand(operand, 0) : operand
    const item = program.op(source) === Op.ArrayOf ? program.operand(source, 0) : source
    if (program.op(item) === Op.Parameter) return operand
  }
  return program.operand(value, 0)
}

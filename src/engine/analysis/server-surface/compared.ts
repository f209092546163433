import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import { carryingOperations } from './carrying-operations.ts'
import { plainName } from './plain-name.ts'

const comparisons: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', 'in', 'not in'])
const comparingMethods: ReadonlySet<string> = new Set([
  'includes',
  'has',
  'test',
  'match',
  'fullmatch',
  'search',
  'startsWith',
  'endsWith',
  'startswith',
  'endswith',
  'some',
  'indexOf',
  'any',
  'fnmatch',
  'exec',
])
const passing: ReadonlySet<Op> = new Set<Op>([...carryingOperations, Op.Load, Op.LoadDynamic])
const bounds = { steps: 60, parsers: /^(?:URL|urlparse|urlsplit|parse|String|str)$/ }

/**
 * True if a value is compared with another one or looked up in a list. Follows small transformations and function
 * arguments.
 */
export function isCompared(program: Program, references: FoundReferences, start: number): boolean {
  const seen = new Set([start])
  const waiting = [start]
  for (let at = 0; at < waiting.length && seen.size < bounds.steps; at += 1) {
    const node = waiting[at] ?? 0
    for (const user of program.users(node)) {
      if (seen.has(user)) continue
      const op = program.op(user)
      if (
        op === Op.Binary &&
        comparisons.has(program.text(user, 0)) &&
        !isNothing(program, program.operand(user, 1) === node ? program.operand(user, 2) : program.operand(user, 1))
      )
        return true
      const isCall = op === Op.Call || op === Op.New
      if (isCall && comparingMethods.has(plainName({ program, references }, program.operand(user, 0)) ?? ''))
        return true
      seen.add(user)
      if (passing.has(op)) waiting.push(user)
      else if (isCall) waiting.push(...afterCall(program, references, user, node))
    }
  }
  return false
}

/** Returns what a call derives from a value: the result of a method, a parser, or a project function. */
function afterCall(program: Program, references: FoundReferences, call: number, node: number): readonly number[] {
  const callee = program.operand(call, 0)
  if (
    callee === node ||
    (program.op(callee) === Op.Load && program.operand(callee, 0) === node) ||
    bounds.parsers.test(plainName({ program, references }, callee) ?? '')
  )
    return [call]
  return references
    .callees(call)
    .slice(0, 4)
    .flatMap((index) => {
      const parameters = program.functions[index]?.parameters ?? []
      return parameters
        .filter((_parameter, place) => references.argumentFor(call, index, place) === node)
        .map((parameter) => parameter.node)
    })
}

function isNothing(program: Program, node: number): boolean {
  return program.op(node) === Op.Literal && ['undefined', 'null', 'None', ''].includes(program.text(node, 1))
}

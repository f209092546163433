import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { TaintKind } from '../../taint-kind.ts'
import { importedPathFunction, isPathModule, joins } from './joins.ts'
import type { ReachedSink } from './judge-taint.ts'
import { argumentOf, type AskedOf, spaced } from './purpose.ts'
import type { TaintGraph } from './taint-graph.ts'

interface Words {
  readonly name: RegExp
  readonly description: RegExp
}

const address: Words = {
  name: /\b(?:ur[il]s?|link|href|address|endpoint|web ?site|web ?page)$/i,
  description: /\b(?:ur[il]s?|web ?pages?|web ?sites?|web address(?:es)?)\b/i,
}

/** Words in an argument's name or description that declare a path or URL. */
const words: Readonly<Partial<Record<TaintKind, Words>>> = {
  path: {
    name: /\b(?:(?:file|dir|folder)?paths?|dirs?|director(?:y|ies)|folders?|cwd|files?|workspace|root)$/i,
    description: new RegExp(
      String.raw`\b(?:(?:file|dir|folder)?paths?\b(?! (?:parameter|segment|component|` +
        String.raw`of the (?:url|request))))|\b(?:folder|directory) (?:to|that|where|in which|into)\b`,
      'i',
    ),
  },
  url: address,
  open: address,
}

/** Functions that expand `~`. A program that calls one expects the user to provide a path. */
const homeExpanding: ReadonlySet<string> = new Set(['expanduser', 'untildify', 'expandTilde', 'expandHome'])

/** Words in a description that restrict an argument to a location. */
const bounded = /\b(?:relative|within|inside|under|below|beneath|sandbox)\b/i

/**
 * Reports whether an argument is declared as a path or URL and is used as one, either whole or as a prefix. The tool
 * then works as documented. This does not apply to a name that is joined to a folder, or to an argument whose
 * description restricts it. An HTTP request parameter counts as declared only if the program expands the home folder in
 * it, because a parameter name says less than a tool definition.
 */
export function isDeclared(
  program: Program,
  graph: TaintGraph,
  { use, steps }: Pick<ReachedSink, 'use' | 'steps'>,
  { entry, tool }: AskedOf,
): boolean {
  const expected = words[use.kind]
  const isOffered = entry.kind === 'tool-argument' || entry.kind === 'prompt-argument'
  if (!expected || (!isOffered && (entry.kind !== 'http-request' || use.kind !== 'path'))) return false
  if (!isOffered && !steps.some((step) => expandsHome(program, graph.nodeOf(graph.to(step))))) return false
  if (!steps.every((step) => isLeading(program, graph, step))) return false
  const { names } = argumentOf(program, graph, steps, entry)
  const name = names.findLast((one) => !/^\d+$/.test(one)) ?? ''
  const described = tool?.parameters.find((parameter) => parameter.name === name)?.description ?? ''
  return (
    !bounded.test(described) &&
    !bounded.test(spaced(name)) &&
    (expected.name.test(spaced(name)) || expected.description.test(described))
  )
}

function expandsHome(program: Program, node: number): boolean {
  if (program.op(node) !== Op.Call) return false
  let callee = program.operand(node, 0)
  while (program.op(callee) === Op.Capture) callee = program.operand(callee, 0)
  switch (program.op(callee)) {
    case Op.Load:
    case Op.Import:
      return homeExpanding.has(program.text(callee, 1))
    case Op.Closure:
      return homeExpanding.has(program.functions[program.operand(callee, 0)]?.name ?? '')
    default:
      return false
  }
}

/** Reports whether the value is still at the start of the string after a step. */
function isLeading(program: Program, graph: TaintGraph, step: number): boolean {
  const [value, whole] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
  if (!joins(program, whole)) return true
  if (program.op(whole) === Op.Concat) return program.operand(whole, 0) === value
  if (program.op(whole) !== Op.Call) return false
  const callee = program.operand(whole, 0)
  const imported = importedPathFunction(program, callee)
  if (imported !== undefined) return isFirst(program, whole, { value, method: imported })
  const receiver = program.operand(callee, 0)
  // `Path(value).resolve()`, `value.concat('.json')`
  if (receiver === value || callee === value)
    return program.text(callee, 1) !== 'join' && program.text(callee, 1) !== 'format'
  return (
    program.op(receiver) !== Op.ArrayOf &&
    isPathModule(program, receiver) &&
    isFirst(program, whole, { value, method: program.text(callee, 1) })
  )
}

/** Reports whether a value is the first part of a path built by a call. */
function isFirst(
  program: Program,
  call: number,
  { value, method }: { readonly value: number; readonly method: string },
): boolean {
  const first = program.operand(call, 1)
  return (
    first === value || (method === 'resolve' && program.operandCount(call) === 3 && isWorkingFolder(program, first))
  )
}

/** True for `process.cwd()`. Users expect a tool to resolve paths from there. */
function isWorkingFolder(program: Program, node: number): boolean {
  const callee = program.op(node) === Op.Call ? program.operand(node, 0) : -1
  return program.op(callee) === Op.Load && program.text(callee, 1) === 'cwd'
}

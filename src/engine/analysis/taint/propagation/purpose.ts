import type { TaintSource, OfferedTool } from '../sources/taint-source.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { TaintKind } from '../../taint-kind.ts'
import { joins } from './joins.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

/** Words by which a tool or its parameter says that it is there to run whatever it is handed. */
const words: Readonly<Partial<Record<TaintKind, RegExp>>> = {
  command: /\b(?:commands?|cmd|shell|terminal|bash|powershell|scripts?|exec(?:ute|utes)?|run)\b/i,
  process: /\b(?:commands?|cmd|shell|terminal|programs?|executables?|binary|exec(?:ute|utes)?|launch(?:es)?|spawn)\b/i,
  argument: /\b(?:commands?|cmd|shell|terminal|exec(?:ute|utes)?)\b/i,
  code: /\b(?:code|scripts?|javascript|python|expressions?|eval(?:uate|uates)?|functions?|repl|snippet)\b/i,
  pattern: /\b(?:patterns?|reg ?exp?|regular expressions?|grep|search|find|filter|match(?:es)?|glob)\b/i,
  condition:
    /\b(?:filters?|quer(?:y|ies)|conditions?|criteria|pipelines?|aggregat\w*|selectors?|find|match|mongo\w*|update|sort)\b/i,
  query: /\b(?:sql|soql|sosl|kql|dql|xpath|ldap|filters?|search|quer(?:y|ies)|statements?|cypher|graphql|database)\b/i,
}

/**
 * Of a list that is made with a shell in it, `[shell, '-c', text]`, for something that takes programs with their
 * arguments: a tool that runs commands was asked for one of these, and a shell for the text is what the program adds.
 * Only one that says it is a shell was meant to be one.
 */
const shellWords = /\b(?:shell|terminal|bash|powershell|console|scripts?)\b/i

/** A tool that works out a formula is no evaluator of code, unless it says that as well. */
const formulas = /\b(?:arithmetic|math(?:s|ematical|ematics)?|calculat\w*|formulas?|equations?)\b/i
const codeWords = /\b(?:code|scripts?|javascript|python|repl|snippet)\b/i

/** A tool that types in a terminal sends what it is given. */
const terminalEffect = 'sends a command to a shell'
const terminalWords = new RegExp(
  String.raw`${words.command?.source ?? ''}|\b(?:inputs?|stdin|keys|keystrokes|text|process|session)\b`,
  'i',
)

/** What a flow is asked about: the tool that it belongs to, and the entry that it begins with. */
export interface AskedOf {
  readonly entry: Pick<TaintSource, 'kind' | 'node'>
  readonly tool: OfferedTool | undefined
}

/**
 * Whether a tool exists to do what the sink does: it takes the whole text from its caller, and its name, description or
 * the parameter say so. That is a capability to be told, and no defect. A statement is whole as well where the program
 * explains it, limits it, or runs others before and after it.
 */
export function isPurposeOf(
  program: Program,
  graph: TaintGraph,
  { use, steps }: Pick<ReachedSink, 'use' | 'steps'>,
  { entry, tool }: AskedOf,
): boolean {
  const expected = words[use.kind]
  if (!expected || !tool) return false
  const said = `${spaced(tool.name)} ${tool.description ?? ''}`
  if (use.kind === 'code' && formulas.test(said) && !codeWords.test(said)) return false
  const isWhole = steps.every(
    (step) =>
      !joins(program, graph.nodeOf(graph.to(step))) ||
      (use.kind === 'query' && isStatementAt(program, graph, step)) ||
      (use.kind === 'command' && isCommandAt(program, graph, step)),
  )
  const wanted = use.effect === terminalEffect ? terminalWords : expected
  return (
    isWhole &&
    argumentOf(program, graph, steps, entry).names.some((name) => wanted.test(spaced(name))) &&
    (use.model === 'shell' ? shellWords : wanted).test(said)
  )
}

/**
 * What may stand before a whole statement: nothing, a comment, another statement, a wish to have it explained, the
 * beginning of one around it.
 */
const beforeStatement = new RegExp(
  String.raw`^\s*$|;\s*$|\*\/\s*$|^\s*(?:explain|describe|profile)\b[^;'"\x60]*$|\bfrom\s*\(\s*$|` +
    String.raw`\bas\s*(?:\(\s*)?$|^\s*(?:copy|select\s+\w+)\s*\(\s*$`,
  'i',
)

/** What stands before and behind a whole command: nothing, or other commands, redirections, and line breaks. */
const beforeCommand = /^\s*$|(?:\n|;|&&|\|\|)[^\S\n]{0,200}$/
const behindCommand = /^\s*$|^\s*(?:\n|;|&&|\|\||&(?!\w)|[12&]?>|<)|^\s+echo\b/

/** Whether a step puts a value as a separate command into the text that is composed. */
function isCommandAt(program: Program, graph: TaintGraph, step: number): boolean {
  const [value, whole] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
  if (program.op(whole) !== Op.Concat) return false
  const parts = Array.from({ length: Math.min(program.operandCount(whole), 20) }, (_none, index) =>
    program.operand(whole, index),
  ).filter((part) => !isBlank(program, part))
  return parts.every((part, index) => {
    if (part !== value) return true
    const [before, behind] = [parts.slice(0, index), parts.slice(index + 1)].map((some) =>
      some.map((one) => writtenText(program, one, 0)).join(''),
    )
    // In quotes, it is an argument.
    return !/["'`]/.test(before ?? '') && beforeCommand.test(before ?? '') && behindCommand.test(behind ?? '')
  })
}

/** `newline ? '\n' : ''` */
function isBlank(program: Program, part: number): boolean {
  if (program.op(part) !== Op.Phi) return false
  for (let index = 0, count = program.operandCount(part); index < count; index += 2)
    if (program.literalText(program.operand(part, index))?.trim() !== '') return false
  return true
}

/** Whether a step puts a value where a statement of its own stands in the text that is made. */
function isStatementAt(program: Program, graph: TaintGraph, step: number): boolean {
  const [value, whole] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
  if (program.op(whole) === Op.Call) {
    const callee = program.operand(whole, 0)
    const separator = program.literalText(program.operand(whole, 1))
    if (program.op(callee) !== Op.Load || program.text(callee, 1) !== 'join') return false
    // Lines and words of one statement, or several of them.
    return (
      (separator !== undefined && /^[\s;]*$/.test(separator)) ||
      /^[\s;]*$/.test(program.literalText(program.operand(callee, 0)) ?? '.')
    )
  }
  if (program.op(whole) !== Op.Concat) return false
  let before = ''
  for (let index = 0, count = program.operandCount(whole); index < count; index += 1) {
    const part = program.operand(whole, index)
    if (part === value) return beforeStatement.test(before)
    // `${sql.slice(0, at)} TOP 100 ${sql.slice(at)}` is the same statement with something put in.
    if (index === 0 && isPieceOfSame(program, part, value)) return true
    before += writtenText(program, part, 0)
  }
  return false
}

/** What is written of a text that is put together, with a mark for each part that is not. */
function writtenText(program: Program, node: number, depth: number): string {
  const text = program.literalText(node)
  if (text !== undefined || program.op(node) !== Op.Concat || depth > 4) return text ?? '\0'
  return Array.from({ length: Math.min(program.operandCount(node), 20) }, (_none, index) =>
    writtenText(program, program.operand(node, index), depth + 1),
  ).join('')
}

function isPieceOfSame(program: Program, one: number, other: number): boolean {
  const [first, second] = [one, other].map((piece) =>
    program.op(piece) === Op.Call && program.op(program.operand(piece, 0)) === Op.Load
      ? program.operand(program.operand(piece, 0), 0)
      : -1,
  )
  return first !== undefined && first >= 0 && first === second
}

/** The argument of the tool that a way begins with. */
export interface ToolArgument {
  /** What is taken of all arguments, or, as Python hands each over by itself, the parameter. */
  readonly node: number
  /** Its names, from the outermost object inwards. */
  readonly names: readonly string[]
  /** The names without that of the parameter of the function. */
  readonly keys: readonly string[]
}

/**
 * Finds the argument of a tool that a way begins with: by the attributes that are taken before anything is made of it.
 */
export function argumentOf(
  program: Program,
  graph: TaintGraph,
  steps: readonly number[],
  entry: Pick<TaintSource, 'node'>,
): ToolArgument {
  const parameter = program.functions[program.functionOf(entry.node)]?.parameters.find(
    ({ node }) => node === entry.node,
  )?.name
  const names = parameter === undefined ? [] : [parameter]
  let node = entry.node
  /** Keys under which objects of the program hold the arguments, the outermost last: `handle({ request, client })`. */
  const held: string[] = []
  for (const step of steps) {
    const to = graph.nodeOf(graph.to(step))
    if (to >= program.nodeCount) break
    if (program.op(to) === Op.ObjectOf) {
      const key = keyHolding(program, to, graph.nodeOf(graph.from(step)))
      if (key === undefined) break
      held.push(key)
      continue
    }
    if (making.has(program.op(to)) || joins(program, to) || parsesAddress(program, to)) break
    const name = keyTaken(program, to)
    if (name === undefined) continue
    if (held.length > 0) {
      if (held.pop() !== name) break
      continue
    }
    names.push(name)
    node = to
  }
  return { node, names, keys: parameter === undefined ? names : names.slice(1) }
}

/** The key under which an object literal holds a value; undefined for a value that is spread into it. */
function keyHolding(program: Program, object: number, value: number): string | undefined {
  for (let index = 0, count = program.operandCount(object); index < count; index += 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) === Op.Property && program.operand(entry, 1) === value) return program.text(entry, 0)
  }
  return undefined
}

/** Operations after which a value is part of something that the program makes, whose names are its own. */
const making: ReadonlySet<Op> = new Set<Op>([Op.ArrayOf, Op.Concat, Op.TaggedTemplate])

/** `new URL(value)`, `urlparse(value)`: what is taken of it are parts of the address, whatever that is called. */
function parsesAddress(program: Program, node: number): boolean {
  if (program.op(node) !== Op.Call && program.op(node) !== Op.New) return false
  const callee = program.operand(node, 0)
  const through = program.op(callee) === Op.Capture ? program.operand(callee, 0) : callee
  const name =
    program.op(through) === Op.Global
      ? program.text(through, 0)
      : program.op(through) === Op.Load || program.op(through) === Op.Import
        ? program.text(through, 1)
        : ''
  return name === 'URL' || name === 'urlparse' || name === 'urlsplit'
}

/** `args.key`, `args['key']`, `args.get('key')` */
function keyTaken(program: Program, node: number): string | undefined {
  switch (program.op(node)) {
    case Op.Load:
      return program.text(node, 1)
    case Op.LoadDynamic:
      return program.literalText(program.operand(node, 1))
    case Op.Call: {
      const callee = program.operand(node, 0)
      return program.op(callee) === Op.Load && program.text(callee, 1) === 'get'
        ? program.literalText(program.operand(node, 1))
        : undefined
    }
    default:
      return undefined
  }
}

/** `runCommand` and `run_command` as `run command`. */
export const spaced = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')

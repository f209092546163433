import type { TaintSource, OfferedTool } from '../sources/taint-source.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { TaintKind } from '../../taint-kind.ts'
import { joins } from './joins.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

/** Words that declare that a tool or parameter runs arbitrary input. */
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
 * Words required for a list such as `[shell, '-c', text]` that is passed to an interface for programs with arguments. A
 * tool that runs commands needs only a program, and its code adds the shell. So running a shell is intended only if the
 * tool declares one.
 */
const shellWords = /\b(?:shell|terminal|bash|powershell|console|scripts?)\b/i

/** Words for formulas. A tool that calculates formulas is not meant to run code unless it also declares that. */
const formulas = /\b(?:arithmetic|math(?:s|ematical|ematics)?|calculat\w*|formulas?|equations?)\b/i
const codeWords = /\b(?:code|scripts?|javascript|python|repl|snippet)\b/i

/** Effect of a sink that types into a terminal. Such a tool is meant to send its input unchanged. */
const terminalEffect = 'sends a command to a shell'
const terminalWords = new RegExp(
  String.raw`${words.command?.source ?? ''}|\b(?:inputs?|stdin|keys|keystrokes|text|process|session)\b`,
  'i',
)

/** A flow's source and the tool that it belongs to. */
export interface AskedOf {
  readonly entry: Pick<TaintSource, 'kind' | 'node'>
  readonly tool: OfferedTool | undefined
}

/**
 * Reports whether the flow is the tool's purpose: the caller supplies the whole text, and the tool or parameter
 * declares that the text is run. This is a capability, not a vulnerability. A statement still counts as whole if the
 * program prefixes `EXPLAIN`, adds a limit, or runs other statements before or after it.
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
 * Matches strings before a statement that still counts as whole: nothing, a comment, another statement, `EXPLAIN`, or
 * the start of an enclosing statement.
 */
const beforeStatement = new RegExp(
  String.raw`^\s*$|;\s*$|\*\/\s*$|^\s*(?:explain|describe|profile)\b[^;'"\x60]*$|\bfrom\s*\(\s*$|` +
    String.raw`\bas\s*(?:\(\s*)?$|^\s*(?:copy|select\s+\w+)\s*\(\s*$`,
  'i',
)

/**
 * Match strings before and after a command that still counts as whole: nothing, other commands, redirections, and line
 * breaks.
 */
const beforeCommand = /^\s*$|(?:\n|;|&&|\|\|)[^\S\n]{0,200}$/
const behindCommand = /^\s*$|^\s*(?:\n|;|&&|\|\||&(?!\w)|[12&]?>|<)|^\s+echo\b/

/** Reports whether a step inserts a value as a separate command into a composed string. */
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
    // Inside quotes, the value is an argument.
    return !/["'`]/.test(before ?? '') && beforeCommand.test(before ?? '') && behindCommand.test(behind ?? '')
  })
}

/** True for a part that is empty or a line break, such as `newline ? '\n' : ''`. */
function isBlank(program: Program, part: number): boolean {
  if (program.op(part) !== Op.Phi) return false
  for (let index = 0, count = program.operandCount(part); index < count; index += 2)
    if (program.literalText(program.operand(part, index))?.trim() !== '') return false
  return true
}

/** Reports whether a step inserts a value as a complete statement into a composed string. */
function isStatementAt(program: Program, graph: TaintGraph, step: number): boolean {
  const [value, whole] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
  if (program.op(whole) === Op.Call) {
    const callee = program.operand(whole, 0)
    const separator = program.literalText(program.operand(whole, 1))
    if (program.op(callee) !== Op.Load || program.text(callee, 1) !== 'join') return false
    // A call that joins the lines or words of one statement, or several statements.
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
    // In `${sql.slice(0, at)} TOP 100 ${sql.slice(at)}`, both parts are the same statement, with an insertion.
    if (index === 0 && isPieceOfSame(program, part, value)) return true
    before += writtenText(program, part, 0)
  }
  return false
}

/** Returns the constant parts of a composed string, with a placeholder for each other part. */
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

/** The tool argument where a path starts. */
export interface ToolArgument {
  /**
   * The node that reads the argument from the arguments object, or the parameter if the language passes each argument
   * separately.
   */
  readonly node: number
  /** Names on the path to the argument, outermost object first. */
  readonly names: readonly string[]
  /** The same names without the function parameter's name. */
  readonly keys: readonly string[]
}

/** Returns the tool argument where a path starts, judging by the attributes read before the value is transformed. */
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
  /** Keys under which the program's own objects hold the arguments, outermost last: `handle({ request, client })`. */
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

/** Returns a value's key in an object literal, or undefined if the value is spread into it. */
function keyHolding(program: Program, object: number, value: number): string | undefined {
  for (let index = 0, count = program.operandCount(object); index < count; index += 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) === Op.Property && program.operand(entry, 1) === value) return program.text(entry, 0)
  }
  return undefined
}

/** Operations whose result is a new value of the program. Attribute names of such a value are not argument names. */
const making: ReadonlySet<Op> = new Set<Op>([Op.ArrayOf, Op.Concat, Op.TaggedTemplate])

/** True for `new URL(value)` and `urlparse(value)`. Attributes of the result are URL parts, not arguments. */
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

/** Returns the key read by `args.key`, `args['key']`, or `args.get('key')`. */
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

/** Returns `run command` for `runCommand` and `run_command`. */
export const spaced = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')

import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'

/** Placeholder for an unknown part of a text. */
export const unknownPart = '…'

/** Methods without arguments, and functions, that return a text unchanged or change only its whitespace. */
const plainMethods: ReadonlySet<string> = new Set(['trim', 'strip', 'trimStart', 'trimEnd', 'toString'])
const plainFunctions: ReadonlySet<string> = new Set(['dedent', 'cleandoc', 'stripIndent', 'oneLine', 'String', 'str'])

/**
 * Returns the text that a value builds from constants, with `…` for unknown parts. Undefined if all parts are unknown.
 */
export function constantText(known: KnownProgram, node: number): string | undefined {
  return readText(known, node).text
}

/** Like `constantText`, but also reports whether a part is known only at run time. */
export function readText(
  known: KnownProgram,
  node: number,
): { readonly text: string | undefined; readonly isDynamic: boolean } {
  const budget: TextBudget = { parts: dataflowLimits.maxTextParts, isDynamic: false }
  const text = partText(known, node, budget)
  const isNothing = text === undefined || text.replaceAll(unknownPart, '').trim() === ''
  return {
    text: isNothing ? undefined : text.slice(0, dataflowLimits.maxTextCharacters),
    isDynamic: budget.isDynamic || text === undefined,
  }
}

/** A description, as read from the value that provides it. */
export interface ReadDescription {
  readonly description: string | undefined
  readonly isDynamic: boolean
  /** Value that provides the description. */
  readonly described: number | undefined
}

/** Reads a description. `node` is undefined or negative if a definition has none. */
export function readDescription(known: KnownProgram, node: number | undefined): ReadDescription {
  if (node === undefined || node < 0) return { description: undefined, isDynamic: false, described: undefined }
  const { text, isDynamic } = readText(known, node)
  return { description: text, isDynamic, described: node }
}

interface TextBudget {
  parts: number
  isDynamic: boolean
}

function partText(known: KnownProgram, node: number, budget: TextBudget): string | undefined {
  if (node < 0 || (budget.parts -= 1) < 0) return undefined
  const { program } = known
  // If several texts are possible, the first one is enough, because the text is only displayed.
  const [definition = node] = definitionsOf(known, node)
  const operands = () =>
    Array.from({ length: program.operandCount(definition) }, (_none, index) => program.operand(definition, index))
  switch (program.op(definition)) {
    case Op.Literal:
      return program.operand(definition, 0) === LiteralKind.string ||
        program.operand(definition, 0) === LiteralKind.number
        ? program.text(definition, 1)
        : undefined
    case Op.Concat:
      return joined(known, operands(), '', budget)
    case Op.TaggedTemplate:
      return joined(known, operands().slice(1), '', budget)
    case Op.Call:
      return callText(known, definition, budget)
    default:
      return undefined
  }
}

function joined(known: KnownProgram, parts: readonly number[], separator: string, budget: TextBudget): string {
  return parts
    .slice(0, dataflowLimits.maxTextParts)
    .map((part) => {
      const text = partText(known, part, budget)
      budget.isDynamic ||= text === undefined
      return text ?? unknownPart
    })
    .join(separator)
}

/** Returns the text that a call returns: `text.trim()`, `dedent(text)`, `[text, text].join('\n')`. */
function callText(known: KnownProgram, call: number, budget: TextBudget): string | undefined {
  const { program } = known
  const name = calledName(known, call)
  const receiver = receiverOf(known, call)
  const [first] = positionalArguments(known, call)
  if (name !== undefined && plainFunctions.has(name)) return partText(known, first ?? receiver ?? -1, budget)
  if (name !== undefined && plainMethods.has(name) && first === undefined)
    return partText(known, receiver ?? -1, budget)
  if (name !== 'join' || receiver === undefined) return undefined
  const [list] = definitionsOf(known, receiver)
  if (list === undefined || program.op(list) !== Op.ArrayOf) return undefined
  const items = Array.from({ length: program.operandCount(list) }, (_none, index) => program.operand(list, index))
  return joined(known, items, (first === undefined ? ',' : partText(known, first, budget)) ?? ' ', budget)
}

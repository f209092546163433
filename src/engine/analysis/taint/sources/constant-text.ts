import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf } from '../../schemas/schema-steps.ts'
import { callText, numberOf, type PartReader, unknownPart } from './constant-calls.ts'
import { listItems } from './constant-lists.ts'

/** Maximum number of texts that one value may have. */
const maxChoices = 8

/** Maximum number of nested calls whose return values are read. */
const maxCalls = 6

/**
 * Returns the text that a value builds from constants, with `…` for unknown parts. Undefined if all parts are unknown.
 */
export function constantText(known: KnownProgram, node: number): string | undefined {
  return readText(known, node).text
}

/** A text, and whether a part of it is known only at run time. */
export interface ReadText {
  readonly text: string | undefined
  readonly isDynamic: boolean
  /** Other texts that the value may have, such as those of a condition's other branches. */
  readonly others: readonly string[]
}

/** Like `constantText`, but also reports whether a part is known only at run time, and lists other possible texts. */
export function readText(known: KnownProgram, node: number): ReadText {
  const found: string[] = []
  let isDynamic = false
  let choices = 1
  for (let choice = 0; choice < Math.min(choices, maxChoices); choice += 1) {
    const reader = new TextReader(known, choice)
    const text = reader.text(node)
    choices = Math.max(choices, reader.choices)
    isDynamic ||= reader.isDynamic || text === undefined
    if (text !== undefined && text.replaceAll(unknownPart, '').trim() !== '')
      found.push(text.slice(0, dataflowLimits.maxTextCharacters))
  }
  const [text, ...others] = new Set(found)
  return { text, isDynamic, others }
}

/** A description, as read from the value that provides it. */
export interface ReadDescription {
  readonly description: string | undefined
  readonly isDynamic: boolean
  /** Other descriptions that the value may have. */
  readonly others: readonly string[]
  /** Value that provides the description. */
  readonly described: number | undefined
}

/** Reads a description. `node` is undefined or negative if a definition has none. */
export function readDescription(known: KnownProgram, node: number | undefined): ReadDescription {
  if (node === undefined || node < 0)
    return { description: undefined, isDynamic: false, others: [], described: undefined }
  const { text, ...rest } = readText(known, node)
  return { description: text, ...rest, described: node }
}

/** Reads one of the texts that a value may have. Where several values are possible, it takes the one at `choice`. */
class TextReader implements PartReader {
  readonly known: KnownProgram
  readonly #choice: number
  /** Largest number of values among which a choice was made. */
  choices = 1
  isDynamic = false
  #parts: number = dataflowLimits.maxTextParts
  #depth = 0
  /** Calls of the functions that are being read, by function. */
  readonly #calls = new Map<number, number>()
  /** Texts of elements, while the items of a comprehension are read. */
  readonly #bound = new Map<number, string | undefined>()

  constructor(known: KnownProgram, choice: number) {
    this.known = known
    this.#choice = choice
  }

  text(node: number): string | undefined {
    if (node < 0 || (this.#parts -= 1) < 0 || this.#depth >= dataflowLimits.maxTextDepth) return undefined
    this.#depth += 1
    const text = this.#textOf(node)
    this.#depth -= 1
    return text
  }

  #textOf(node: number): string | undefined {
    const { program } = this.known
    const passed = this.#passed(node)
    if (passed !== undefined) return this.text(passed)
    const definition = this.#chosen(node)
    if (this.#bound.has(definition)) return this.#bound.get(definition)
    switch (program.op(definition)) {
      case Op.Literal:
        return [LiteralKind.string, LiteralKind.number, LiteralKind.bytes].some(
          (kind) => kind === program.operand(definition, 0),
        )
          ? program.text(definition, 1)
          : undefined
      case Op.Concat:
        return this.joined(
          this.#operands(definition).map((part) => this.text(part)),
          '',
        )
      case Op.TaggedTemplate:
        return this.joined(
          this.#operands(definition)
            .slice(1)
            .map((part) => this.text(part)),
          '',
        )
      case Op.Binary:
        return this.#computed(definition)
      case Op.Call:
      case Op.New:
        return callText(this, definition)
      default:
        return undefined
    }
  }

  joined(parts: readonly (string | undefined)[], separator: string): string {
    const kept = parts.slice(0, dataflowLimits.maxTextParts)
    if (kept.includes(undefined)) this.isDynamic = true
    return kept.map((text) => text ?? unknownPart).join(separator)
  }

  list(node: number): readonly (string | undefined)[] | undefined {
    if (node < 0 || (this.#parts -= 1) < 0) return undefined
    const definition = this.#chosen(this.#passed(node) ?? node)
    return listItems(this, definition)
  }

  returned(call: number): string | undefined {
    const { program, references } = this.known
    const [callee, another] = references.callees(call)
    if (callee === undefined || another !== undefined || this.#calls.size >= maxCalls || this.#calls.has(callee))
      return undefined
    const returns = program.functions[callee]?.returns ?? []
    const [only] = returns
    if (only === undefined || returns.length > 1) return undefined
    this.#calls.set(callee, call)
    const text = this.text(program.operand(only, 0))
    this.#calls.delete(callee)
    return text
  }

  /** Returns the value that a call passes for a parameter of a function that is being read. */
  #passed(node: number): number | undefined {
    const { program, references } = this.known
    if (program.op(node) !== Op.Parameter) return undefined
    const index = program.functionOf(node)
    const call = this.#calls.get(index)
    return call === undefined ? undefined : references.argumentFor(call, index, program.operand(node, 0))
  }

  /** Returns one of the definitions of a value. Only the first one unless the value really varies. */
  #chosen(node: number): number {
    const { program, references } = this.known
    if (this.#bound.has(node)) return node
    const found = varies(this.known, node)
      ? definitionsOf(this.known, node)
      : definitionsOf(this.known, node).slice(0, 1)
    const [first = node] = found
    // A table whose key is known only at run time may have any of its values.
    const tables = program.op(first) === Op.LoadDynamic ? references.objects(program.operand(first, 0)) : []
    const [table] = tables
    const values =
      table !== undefined && tables.length === 1 && program.op(table) === Op.ObjectOf
        ? [...propertiesOf(this.known, table).values.values()].flatMap((value) => definitionsOf(this.known, value))
        : found
    this.choices = Math.max(this.choices, values.length)
    return values[Math.min(this.#choice, values.length - 1)] ?? first
  }

  #operands(node: number): number[] {
    const { program } = this.known
    return Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index))
  }

  /** Returns the number that an expression such as `code ^ 7` computes. */
  #computed(node: number): string | undefined {
    const { program } = this.known
    const [left, right] = [1, 2].map((place) => numberOf(this.text(program.operand(node, place))))
    if (left === undefined || right === undefined) return undefined
    switch (program.text(node, 0)) {
      case '^':
        return String(left ^ right)
      case '-':
        return String(left - right)
      default:
        return undefined
    }
  }

  withText(element: number, text: string | undefined, node: number): string | undefined {
    this.#bound.set(element, text)
    const made = this.text(node)
    this.#bound.delete(element)
    return made
  }
}

/**
 * Reports whether a value really varies: a condition selects it, or several places assign it. Other values have several
 * definitions because several callers or objects share them, and each tool has only one of these.
 */
function varies({ program, references }: KnownProgram, node: number): boolean {
  let at = node
  for (let steps = 0; steps < 8; steps += 1) {
    switch (program.op(at)) {
      case Op.Phi:
      case Op.Logical:
      case Op.Cell:
      case Op.Import:
        return true
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        at = program.operand(at, 0)
        break
      case Op.Load: {
        const objects = references.objects(program.operand(at, 0))
        return objects.length === 1 && program.op(objects[0] ?? -1) === Op.ObjectOf
      }
      default:
        return false
    }
  }
  return false
}

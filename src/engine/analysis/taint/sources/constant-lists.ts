import { Op } from '../../ir/operations.ts'
import { calledName, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { characters, type PartReader, unknownPart } from './constant-calls.ts'

/** Maximum number of operands between an item of a comprehension and the element that it is made from. */
const maxItemDepth = 6

type Items = readonly (string | undefined)[]

/** Returns the texts of the items of a list: a literal, a comprehension, or a call such as `text.split(' ')`. */
export function listItems(reader: PartReader, list: number): Items | undefined {
  const { program } = reader.known
  if (program.op(list) === Op.ArrayOf)
    return [...operandsOf(reader, list), ...added(reader, list)].flatMap((item) => textsOfItem(reader, item))
  return program.op(list) === Op.Call || program.op(list) === Op.New ? calledList(reader, list) : undefined
}

function operandsOf({ known: { program } }: PartReader, node: number): number[] {
  return Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index))
}

/** Returns the texts of an item of a list: several for a spread or a comprehension. */
function textsOfItem(reader: PartReader, item: number): Items {
  const { program } = reader.known
  if (program.op(item) === Op.Spread) return listOrCharacters(reader, program.operand(item, 0)) ?? [undefined]
  const element = elementIn(reader, item)
  const elements = element === undefined ? undefined : reader.list(program.operand(element, 0))
  return element === undefined || elements === undefined
    ? [reader.text(item)]
    : elements.map((text) => reader.withText(element, text, item))
}

/** Returns the element that an item of a comprehension is made from. */
function elementIn(reader: PartReader, item: number, depth = 0): number | undefined {
  const op = reader.known.program.op(item)
  if (op === Op.Element) return item
  if (depth >= maxItemDepth || ![Op.Call, Op.Concat, Op.Binary].some((one) => one === op)) return undefined
  for (const operand of operandsOf(reader, item).slice(op === Op.Concat ? 0 : 1)) {
    const found = elementIn(reader, operand, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the values that the program adds to a list: `lines.push('…')`. */
function added({ known }: PartReader, list: number): readonly number[] {
  const { program } = known
  return [...program.users(list)]
    .filter(
      (load) =>
        program.op(load) === Op.Load &&
        program.operand(load, 0) === list &&
        ['push', 'append'].includes(program.text(load, 1)),
    )
    .flatMap((load) => [...program.users(load)])
    .filter((call) => program.op(call) === Op.Call)
    .toSorted((one, other) => one - other)
    .flatMap((call) => positionalArguments(known, call))
}

function listOrCharacters(reader: PartReader, node: number): Items | undefined {
  const items = reader.list(node)
  if (items) return items
  const text = reader.text(node)
  return text === undefined || text.includes(unknownPart) ? undefined : [...text]
}

function calledList(reader: PartReader, call: number): Items | undefined {
  const receiver = receiverOf(reader.known, call)
  const [first, second] = positionalArguments(reader.known, call)
  switch (calledName(reader.known, call)) {
    case 'split': {
      const [text, separator] = [receiver, first].map((node) => (node === undefined ? undefined : reader.text(node)))
      return text === undefined || text.includes(unknownPart) || separator === undefined
        ? undefined
        : text.split(separator)
    }
    case 'reverse':
    case 'toReversed':
      return receiver === undefined ? undefined : reader.list(receiver)?.toReversed()
    case 'reversed':
      return first === undefined ? undefined : listOrCharacters(reader, first)?.toReversed()
    case 'from':
    case 'list':
    case 'tuple':
    case 'Uint8Array':
      return first === undefined ? undefined : listOrCharacters(reader, first)
    case 'map': {
      // JavaScript: `list.map(callback)`. Python: `map(callback, list)`.
      const list = receiver ?? second
      return first === undefined || list === undefined ? undefined : mapped(reader, first, reader.list(list))
    }
    default:
      return undefined
  }
}

/** Applies a function to each item: `codes.map((code) => String.fromCharCode(code))`, `map(chr, codes)`. */
function mapped(reader: PartReader, callback: number, items: Items | undefined): Items | undefined {
  const { program, references } = reader.known
  if (references.externals(callback)[0] === 'chr') return items?.map((item) => characters([item]))
  const [index, another] = references.functions(callback)
  const returns = index === undefined || another !== undefined ? [] : (program.functions[index]?.returns ?? [])
  const [only] = returns
  if (index === undefined || only === undefined || returns.length > 1) return undefined
  const parameter = program.parameter(index, 0)
  return items?.map((item) => reader.withText(parameter, item, program.operand(only, 0)))
}

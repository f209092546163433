import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, keywordArgument, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { decodedBytes, decoderOf } from './text-decoders.ts'

/** Reads the constants that a text is built from. */
export interface PartReader {
  readonly known: KnownProgram
  /** Returns a value's text, with `…` for unknown parts. Undefined if the value has no known text. */
  text(node: number): string | undefined
  /** Returns the texts of a list's items. Undefined if the list is unknown. */
  list(node: number): readonly (string | undefined)[] | undefined
  /** Returns a value's text while another value, such as the element of a loop, has a text. */
  withText(other: number, text: string | undefined, node: number): string | undefined
  /** Joins texts. Replaces unknown ones with `…`. */
  joined(parts: readonly (string | undefined)[], separator: string): string
  /** Returns what a function returns in a call. Undefined unless it has one return value. */
  returned(call: number): string | undefined
}

/** Placeholder for an unknown part of a text. */
export const unknownPart = '…'

/** Methods that return their receiver unchanged or change only its whitespace. */
const plainMethods: ReadonlySet<string> = new Set([
  'trim',
  'strip',
  'lstrip',
  'rstrip',
  'trimStart',
  'trimEnd',
  'toString',
  'toWellFormed',
  'normalize',
  'valueOf',
  'decode',
  'encode',
])

/** Functions that return their argument unchanged or change only its whitespace. */
const plainFunctions: ReadonlySet<string> = new Set(['dedent', 'cleandoc', 'stripIndent', 'oneLine', 'String', 'str'])

/** Functions that make bytes or text from numbers. */
const ofNumbers: ReadonlySet<string> = new Set(['fromCharCode', 'fromCodePoint', 'chr', 'unichr'])
const ofBytes = /^(?:(?:new )?Uint8Array|Uint8Array\.(?:from|of)|(?:buffer\.)?Buffer\.from|bytes|bytearray)$/

/** Returns the text that a call returns: `text.trim()`, `dedent(text)`, `[text, text].join('\n')`, `atob('…')`. */
export function callText(reader: PartReader, call: number): string | undefined {
  const { known } = reader
  const name = calledName(known, call) ?? ''
  const receiver = receiverOf(known, call)
  const args = positionalArguments(known, call)
  const [first, second] = args
  const [qualified = name] = known.references.externals(known.program.operand(call, 0))
  const whole = (node: number | undefined) => {
    const text = node === undefined ? undefined : reader.text(node)
    return text?.includes(unknownPart) === true ? undefined : text
  }
  if (name === 'join' && receiver !== undefined) return joinedText(reader, receiver, first)
  if (ofNumbers.has(name)) return characters(numbersOf(reader, call))
  if (ofBytes.test(qualified) && first !== undefined) {
    const bytes = reader.list(first)
    if (bytes) return ofByteNumbers(bytes)
  }
  if (qualified === 'new TextDecoder.decode') return first === undefined ? undefined : reader.text(first)
  const decoder = decoderOf(name, qualified, second === undefined ? undefined : whole(second))
  if (decoder) {
    const encoded = whole(first)
    return encoded === undefined ? undefined : decoder(encoded)
  }
  if (plainFunctions.has(name) && first !== undefined) return reader.text(first)
  if (receiver === undefined) return reader.returned(call)
  if (first !== undefined && /^[lr]?strip$/.test(name)) return stripped(name, reader.text(receiver), whole(first))
  if (plainMethods.has(name) || plainFunctions.has(name)) return reader.text(receiver)
  return methodText(reader, { call, name, receiver, args }) ?? reader.returned(call)
}

interface MethodCall {
  readonly call: number
  readonly name: string
  readonly receiver: number
  readonly args: readonly number[]
}

/** Returns the text that a method of a text returns. */
function methodText(reader: PartReader, { call, name, receiver, args }: MethodCall): string | undefined {
  const texts = () => args.map((node) => reader.text(node))
  switch (name) {
    case 'concat':
      return reader.joined([reader.text(receiver), ...texts()], '')
    case 'format':
      return formatted(reader, call, reader.text(receiver), texts())
    case 'replace':
    case 'replaceAll': {
      const [text, from, to] = [reader.text(receiver), ...texts()]
      if (text === undefined || from === undefined || to === undefined || from === '') return text
      // Python replaces every occurrence, as `replaceAll` does.
      return text.replaceAll(from, () => to)
    }
    case 'slice':
      return sliced(reader, receiver, args)
    case 'toLowerCase':
    case 'lower':
      return reader.text(receiver)?.toLowerCase()
    case 'toUpperCase':
    case 'upper':
      return reader.text(receiver)?.toUpperCase()
    default:
      return undefined
  }
}

/** JavaScript joins the items of the receiver, Python those of the argument. */
function joinedText(reader: PartReader, receiver: number, first: number | undefined): string | undefined {
  const items = reader.list(receiver)
  if (items) return reader.joined(items, (first === undefined ? ',' : reader.text(first)) ?? ' ')
  const separator = reader.text(receiver)
  const others = separator === undefined || first === undefined ? undefined : reader.list(first)
  return others && reader.joined(others, separator ?? '')
}

/** Returns the arguments of a call. A spread list passes all of its items. */
function numbersOf(reader: PartReader, call: number): readonly (string | undefined)[] {
  const { program } = reader.known
  const count = Math.max(program.operandCount(call) - 1, 0)
  return Array.from({ length: count }, (_none, index) => program.operand(call, index + 1)).flatMap((argument) =>
    program.op(argument) === Op.Spread
      ? (reader.list(program.operand(argument, 0)) ?? [undefined])
      : [reader.text(argument)],
  )
}

/** Returns the characters with these code points. Undefined if one is unknown. */
export function characters(numbers: readonly (string | undefined)[]): string | undefined {
  const codes = numbers.map(numberOf)
  return codes.length > 0 && codes.every((code) => code !== undefined && code >= 0 && code <= 0x10_ff_ff)
    ? String.fromCodePoint(...codes.filter((code) => code !== undefined))
    : undefined
}

function ofByteNumbers(numbers: readonly (string | undefined)[]): string | undefined {
  const bytes = numbers.map(numberOf)
  return bytes.every((byte) => byte !== undefined && byte >= 0 && byte < 256)
    ? decodedBytes(Uint8Array.from(bytes.filter((byte) => byte !== undefined)))
    : undefined
}

/** Returns an integer, or undefined for other texts. */
export function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Python: removes the given characters from the ends of a text. */
function stripped(name: string, text: string | undefined, ends: string | undefined): string | undefined {
  if (text === undefined || ends === undefined) return undefined
  let [from, to] = [0, text.length]
  if (name !== 'rstrip') while (from < to && ends.includes(text[from] ?? '')) from += 1
  if (name !== 'lstrip') while (to > from && ends.includes(text[to - 1] ?? '')) to -= 1
  return text.slice(from, to)
}

/** Fills the fields of `'… {name} {0} {}'.format(…)`. */
function formatted(
  reader: PartReader,
  call: number,
  pattern: string | undefined,
  values: readonly (string | undefined)[],
): string | undefined {
  let next = 0
  return pattern?.replaceAll(/\{\{|\}\}|\{([\w.]*)(?:![rsa])?(?::[^{}]*)?\}/g, (field: string, name?: string) => {
    if (field === '{{' || field === '}}') return field.slice(1)
    if (name === undefined || name === '') return values[next++] ?? unknownPart
    if (/^\d+$/.test(name)) return values[Number(name)] ?? unknownPart
    const value = keywordArgument(reader.known, call, name)
    return (value === undefined ? undefined : reader.text(value)) ?? unknownPart
  })
}

/** Returns a part of a text. Python's `text[::-1]` passes the step as a third argument. */
function sliced(reader: PartReader, receiver: number, args: readonly number[]): string | undefined {
  const text = reader.text(receiver)
  const [from, to, step] = args.map((node) => numberOf(reader.text(node)))
  if (text === undefined) return undefined
  if (args.length > 2) return step === -1 && from === undefined && to === undefined ? reversed(text) : undefined
  return from === undefined && to === undefined ? undefined : text.slice(from ?? 0, to)
}

const reversed = (text: string): string => [...text].toReversed().join('')

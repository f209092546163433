import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { unknownPart } from './constant-text.ts'
import { decodedBytes, decoderOf, isPlainEncoding } from './text-decoders.ts'
import { operandsOf, optionCount, optionsOf } from './text-options.ts'
import type { TextBudget } from './text-work.ts'

/** Maximum depth of nested values in a text. */
const maxDepth = 100

type Text = string | undefined

/** Kinds of literals that are texts, or characters by their codes. */
const textKinds: ReadonlySet<number> = new Set([LiteralKind.string, LiteralKind.number, LiteralKind.bytes])

/** Functions that return their argument, and methods without arguments that return their receiver. */
const plainFunctions: ReadonlySet<string> = new Set(['String', 'str', 'dedent', 'cleandoc', 'oneLine', 'stripIndent'])
const plainMethods: ReadonlySet<string> = new Set(['trim', 'strip', 'trimStart', 'trimEnd', 'lstrip', 'rstrip'])

/** Methods that convert between bytes and text. Their argument is an encoding. */
const convertingMethods: ReadonlySet<string> = new Set(['toString', 'decode', 'encode'])

/** Functions that make text from character codes, and those that make bytes from numbers. */
const ofCodes: ReadonlySet<string> = new Set(['fromCharCode', 'fromCodePoint', 'chr'])
const ofBytes = /^(?:(?:new )?Uint8Array|Uint8Array\.(?:from|of)|(?:buffer\.)?Buffer\.from|bytes|bytearray)$/

/**
 * Computes the text of one value from constants, with `…` for unknown parts. A part that has several possible values is
 * unknown, and its values are added to `choices`, so that texts of different conditions are never combined. The budget
 * is charged before a text is produced.
 */
export class ComputedText {
  readonly #known: KnownProgram
  readonly #budget: TextBudget
  readonly #choices: (option: number) => void
  #depth = 0

  constructor(known: KnownProgram, budget: TextBudget, choices: (option: number) => void) {
    this.#known = known
    this.#budget = budget
    this.#choices = choices
  }

  of(node: number): Text {
    if (node < 0 || this.#depth >= maxDepth || !this.#budget.visit(optionCount(this.#known, node))) return undefined
    this.#depth += 1
    const value = this.#onlyValue(node)
    const text = value === undefined ? undefined : value === node ? this.#ofValue(node) : this.of(value)
    this.#depth -= 1
    return text
  }

  /** Returns the only value of a node. If there are several, each is a text of its own. */
  #onlyValue(node: number): number | undefined {
    const [value, ...others] = optionsOf(this.#known, node)
    if (value === undefined || others.length === 0) return value
    for (const option of [value, ...others]) this.#choices(option)
    return undefined
  }

  #ofValue(node: number): Text {
    const { program } = this.#known
    switch (program.op(node)) {
      case Op.Literal:
        return textKinds.has(program.operand(node, 0)) && this.#budget.produce(program.text(node, 1).length)
          ? program.text(node, 1)
          : undefined
      case Op.Concat:
        return this.#joined(
          operandsOf(this.#known, node).map((part) => this.of(part)),
          '',
        )
      case Op.TaggedTemplate:
        return this.#joined(
          operandsOf(this.#known, node)
            .slice(1)
            .map((part) => this.of(part)),
          '',
        )
      case Op.Call:
      case Op.New:
        return this.#ofCall(node)
      default:
        return undefined
    }
  }

  #joined(parts: readonly Text[], separator: string): Text {
    const texts = parts.map((part) => part ?? unknownPart)
    const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0)
    return this.#budget.produce(length) ? texts.join(separator) : undefined
  }

  /** Returns a text without unknown parts. */
  #whole(node: number | undefined): Text {
    const text = node === undefined ? undefined : this.of(node)
    return text?.includes(unknownPart) === true ? undefined : text
  }

  #ofCall(call: number): Text {
    const known = this.#known
    const name = calledName(known, call) ?? ''
    const [qualified = name] = known.references.externals(known.program.operand(call, 0))
    const receiver = receiverOf(known, call)
    const args = positionalArguments(known, call)
    const [first, second] = args
    if (ofCodes.has(name)) return this.#characters(this.#items(operandsOf(known, call).slice(1)))
    if (ofBytes.test(qualified) && first !== undefined) {
      const bytes = this.#list(first)
      if (bytes) return bytesOf(bytes)
    }
    const decoder = decoderOf(name, qualified, second === undefined ? undefined : (this.#whole(second) ?? ''))
    if (decoder) {
      const encoded = this.#whole(first)
      return encoded !== undefined && this.#budget.produce(encoded.length) ? decoder(encoded) : undefined
    }
    if (plainFunctions.has(name) && first !== undefined) return this.of(first)
    if (qualified.endsWith('TextDecoder.decode')) return first === undefined ? undefined : this.of(first)
    if (receiver === undefined) return undefined
    if (name === 'join') return this.#joinedList(receiver, first)
    if (convertingMethods.has(name))
      return first === undefined || isPlainEncoding(this.#whole(first) ?? '') ? this.of(receiver) : undefined
    if (plainMethods.has(name)) return args.length === 0 ? this.of(receiver)?.trim() : undefined
    return this.#ofMethod(call, name, receiver, args)
  }

  #ofMethod(call: number, name: string, receiver: number, args: readonly number[]): Text {
    const { program } = this.#known
    switch (name) {
      case 'concat':
        return this.#joined(
          [receiver, ...args].map((part) => this.of(part)),
          '',
        )
      case 'format': {
        const text = this.of(receiver)
        return text !== undefined && this.#budget.produce(text.length)
          ? text.replaceAll(/\{[^{}]*\}/g, unknownPart)
          : undefined
      }
      case 'replace':
      case 'replaceAll': {
        const isFirstOnly = name === 'replace' && program.fileOf(call).semantics.libraries !== decoratedServerLanguage
        return args.length === 2 ? this.#replaced(receiver, args, isFirstOnly) : undefined
      }
      case 'toLowerCase':
      case 'lower':
        return this.#recased(receiver, (text) => text.toLowerCase())
      case 'toUpperCase':
      case 'upper':
        return this.#recased(receiver, (text) => text.toUpperCase())
      default:
        return undefined
    }
  }

  #replaced(receiver: number, [fromNode, toNode]: readonly number[], isFirstOnly: boolean): Text {
    const [text, from, to] = [this.of(receiver), this.#whole(fromNode), this.#whole(toNode)]
    // A text with an unknown part may contain the pattern there.
    if (text === undefined || text.includes(unknownPart) || from === undefined || from === '' || to === undefined)
      return undefined
    if (!this.#budget.produce(text.length)) return undefined
    const count = isFirstOnly ? Number(text.includes(from)) : text.split(from).length - 1
    if (!this.#budget.produce(text.length + count * Math.max(to.length - from.length, 0))) return undefined
    return isFirstOnly ? text.replace(from, () => to) : text.replaceAll(from, () => to)
  }

  #recased(receiver: number, change: (text: string) => string): Text {
    const text = this.of(receiver)
    // One letter has at most three in the other case.
    return text !== undefined && this.#budget.produce(text.length * 3) ? change(text) : undefined
  }

  /** Joins a list. In JavaScript, the list is the receiver. In Python, it is the argument. */
  #joinedList(receiver: number, first: number | undefined): Text {
    const items = this.#list(receiver)
    if (items) {
      const separator = first === undefined ? ',' : this.of(first)
      return separator === undefined ? undefined : this.#joined(items, separator)
    }
    const separator = this.of(receiver)
    const others = separator === undefined || first === undefined ? undefined : this.#list(first)
    return others && this.#joined(others, separator ?? '')
  }

  /** Returns the items of a list. Undefined if the list is unknown. */
  #list(node: number): readonly Text[] | undefined {
    if (!this.#budget.visit(optionCount(this.#known, node))) return undefined
    const { program } = this.#known
    const [value = -1, another] = optionsOf(this.#known, node)
    if (value < 0 || another !== undefined) return undefined
    if (program.op(value) === Op.ArrayOf) return this.#items(operandsOf(this.#known, value))
    if (program.op(value) !== Op.Call || this.#depth >= maxDepth) return undefined
    this.#depth += 1
    const items = this.#calledList(value)
    this.#depth -= 1
    return items
  }

  #items(nodes: readonly number[]): readonly Text[] | undefined {
    const { program } = this.#known
    const items: Text[] = []
    for (const node of nodes) {
      const spread = program.op(node) === Op.Spread ? this.#list(program.operand(node, 0)) : undefined
      if (program.op(node) === Op.Spread && !spread) return undefined
      if (!this.#budget.produce(spread?.length ?? 1)) return undefined
      if (spread) for (const item of spread) items.push(item)
      else items.push(this.of(node))
    }
    return items
  }

  #calledList(call: number): readonly Text[] | undefined {
    const known = this.#known
    const name = calledName(known, call)
    const receiver = receiverOf(known, call)
    const [first, second] = positionalArguments(known, call)
    if (name === 'map') {
      // JavaScript: `list.map(callback)`. Python: `map(callback, list)`.
      const [callback, list] = receiver === undefined ? [first, second] : [first, receiver]
      return callback === undefined || list === undefined || !makesCharacters(known, callback)
        ? undefined
        : this.#list(list)?.map((item) => this.#characters([item]))
    }
    if (receiver === undefined) return undefined
    if (name === 'split') {
      const [text, separator] = [this.#whole(receiver), this.#whole(first)]
      return text !== undefined && separator !== undefined && this.#budget.produce(text.length)
        ? text.split(separator)
        : undefined
    }
    return name === 'reverse' || name === 'toReversed' ? this.#list(receiver)?.toReversed() : undefined
  }

  /** Returns the characters with these codes. Undefined if one is unknown. */
  #characters(codes: readonly Text[] | undefined): Text {
    const numbers = codes?.map(integerOf)
    if (!numbers || !this.#budget.produce(2 * numbers.length)) return undefined
    let text = ''
    for (const number of numbers) {
      if (number === undefined || number > 0x10_ff_ff) return undefined
      text += String.fromCodePoint(number)
    }
    return text === '' ? undefined : text
  }
}

/** Reports whether a callback returns the character with the code that it receives. */
function makesCharacters(known: KnownProgram, callback: number): boolean {
  const { program, references } = known
  if (references.externals(callback).some((name) => ofCodes.has(name.slice(name.lastIndexOf('.') + 1)))) return true
  const [index, another] = references.functions(callback)
  if (index === undefined || another !== undefined) return false
  const [only, second] = program.functions[index]?.returns ?? []
  const call = only === undefined || second !== undefined ? -1 : program.operand(only, 0)
  return (
    call >= 0 &&
    program.op(call) === Op.Call &&
    ofCodes.has(calledName(known, call) ?? '') &&
    program.operandCount(call) === 2 &&
    program.operand(call, 1) === program.parameter(index, 0)
  )
}

/** Returns an integer of at least 0. Undefined for other texts. */
function integerOf(text: Text): number | undefined {
  return text !== undefined && /^(?:0[xX][\da-fA-F]{1,6}|\d{1,7})$/.test(text) ? Number(text) : undefined
}

function bytesOf(items: readonly Text[]): Text {
  const bytes = items.map(integerOf)
  return bytes.every((byte) => byte !== undefined && byte < 256)
    ? decodedBytes(Uint8Array.from(bytes.filter((byte) => byte !== undefined)))
    : undefined
}

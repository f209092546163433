import { dataflowLimits } from '../../../dataflow-limits.ts'
import { FunctionFlag, Op, RegionKind } from '../../../ir/operations.ts'
import { onlyDefinition, operandsOf } from '../operands.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { seenThrough } from '../seen-through.ts'
import { characterSet, type CharacterSet, everyCharacter, noCharacters } from '../patterns/characters.ts'

/** Effect of a function that replaces characters. */
export interface FunctionReplacement {
  /** All possible replacements, concatenated. */
  readonly text: string
  /** Characters that the function replaces. All others are returned unchanged. */
  readonly replaced: CharacterSet
}

/** Digits and letters that can occur in a character code: `&#${c.charCodeAt(0)};`, `c.charCodeAt(0).toString(16)`. */
const ofNumbers = '0123456789abcdef'
const numbering: ReadonlySet<string> = new Set(['charCodeAt', 'codePointAt'])

/**
 * Returns the effect of `(c) => table[c]`, `(c) => table[c] ?? c`, a `switch` over constants, or `(c) => '&#' +
 * c.charCodeAt(0) + ';'`. Undefined if the function may return anything else.
 */
export function functionReplacement(context: GuardContext, node: number): FunctionReplacement | undefined {
  const { program, references } = context
  const [index, other] = references.functions(node)
  const found = index === undefined || other !== undefined ? undefined : program.functions[index]
  const parameter = found?.parameters[0]?.node
  if (
    !found ||
    (found.flags & (FunctionFlag.async | FunctionFlag.generator)) !== 0 ||
    parameter === undefined ||
    found.end >= 0 ||
    found.returns.length === 0 ||
    found.returns.length > dataflowLimits.maxOperands
  )
    return undefined
  let text = ''
  let replaced = noCharacters
  for (const returned of found.returns) {
    const value = program.operand(returned, 0)
    // Characters that no branch replaces are returned unchanged.
    if (seenThrough(context, value) === parameter) continue
    const given = givenFor(context, value, parameter)
    if (!given || given.text.includes('$')) return undefined
    text += given.text
    const asked = askedFor(context, returned, parameter)
    replaced |= asked === undefined ? given.replaced : given.replaced & asked
  }
  return text === '' ? undefined : { text, replaced }
}

function givenFor(context: GuardContext, node: number, parameter: number): FunctionReplacement | undefined {
  const { program } = context
  const at = seenThrough(context, node)
  switch (program.op(at)) {
    case Op.Literal:
      return { text: program.text(at, 1), replaced: everyCharacter }
    case Op.Logical:
      return seenThrough(context, program.operand(at, 2)) === parameter
        ? givenFor(context, program.operand(at, 1), parameter)
        : undefined
    case Op.LoadDynamic:
      return seenThrough(context, program.operand(at, 1)) === parameter
        ? tableOf(context, program.operand(at, 0))
        : undefined
    case Op.Concat:
      return numbered(context, at, parameter)
    default:
      return undefined
  }
}

/** Handles an object literal whose keys are characters and whose values are their replacements. */
function tableOf(context: GuardContext, node: number): FunctionReplacement | undefined {
  const { program } = context
  const table = onlyDefinition(context, node)
  if (program.op(table) !== Op.ObjectOf || program.operandCount(table) > dataflowLimits.maxOperands) return undefined
  const keys = constantTexts(context, table)
  const textsIn = (entry: number): readonly (string | undefined)[] =>
    constantTexts(context, program.operand(entry, 1)) ?? [undefined]
  const texts = operandsOf(program, table).flatMap(textsIn)
  if (keys?.every((key) => key.length === 1) !== true || texts.includes(undefined)) return undefined
  return { text: texts.join(''), replaced: characterSet(keys.join('')) }
}

/** Handles a replacement string composed of constants and character codes. */
function numbered(context: GuardContext, concat: number, parameter: number): FunctionReplacement | undefined {
  const { program } = context
  let text = ''
  for (const part of operandsOf(program, concat)) {
    const literal = program.literalText(part)
    if (literal === undefined && !isNumberOf(context, part, parameter)) return undefined
    text += literal ?? ofNumbers
  }
  return { text, replaced: everyCharacter }
}

function isNumberOf(context: GuardContext, node: number, parameter: number): boolean {
  const { program } = context
  const callee = program.op(node) === Op.Call ? program.operand(node, 0) : -1
  if (program.op(callee) !== Op.Load) return false
  const receiver = program.operand(callee, 0)
  if (numbering.has(program.text(callee, 1))) return seenThrough(context, receiver) === parameter
  return (
    (program.text(callee, 1) === 'toString' || program.text(callee, 1) === 'padStart') &&
    isNumberOf(context, receiver, parameter)
  )
}

/** Returns the characters for which a branch is taken, judging by its tests. Undefined for a branch without a test. */
function askedFor({ program }: GuardContext, returned: number, parameter: number): CharacterSet | undefined {
  let asked: CharacterSet | undefined
  let region = program.regionAt(returned)
  for (; program.regionAround(region) >= 0; region = program.regionAround(region)) {
    const condition = program.conditionOf(region)
    const isEqual =
      program.regionKinds[region] === RegionKind.when &&
      program.op(condition) === Op.Binary &&
      /^={2,3}$/.test(program.text(condition, 0))
    const text =
      isEqual && program.operand(condition, 1) === parameter
        ? program.literalText(program.operand(condition, 2))
        : undefined
    asked = (asked ?? everyCharacter) & (text?.length === 1 ? characterSet(text) : noCharacters)
  }
  return asked
}

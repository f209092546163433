import { Op } from '../../../ir/operations.ts'
import { allKinds, type TaintMask } from '../../../taint-kind.ts'
import { isIndependent, isOwn } from '../caller-influence.ts'
import { namesOfCall } from '../call-names.ts'
import type { Checker } from '../checker.ts'
import { constantTexts } from '../constant-texts.ts'
import type { Facts } from '../facts.ts'
import type { GuardContext } from '../guard-context.ts'
import { collectionOf } from '../iterated-collection.ts'
import { operandsOf } from '../operands.ts'
import { characterSet, type CharacterSet, digits, letters, noCharacters } from '../patterns/characters.ts'
import { clearedByCharacters } from '../patterns/safe-characters.ts'
import { definitionsOf, seenThrough } from '../seen-through.ts'
import { valueFacts } from '../value-facts.ts'

/**
 * Returns the kinds that are cleared for a string if each of its characters is in `texts`. Undefined if the value is
 * not an element, or if `texts` contains longer strings. Unlike for whole strings, several allowed characters may be
 * dangerous together. `container` is the collection that contains `texts`.
 */
export function clearedByEach(
  context: GuardContext,
  item: number,
  texts: readonly string[],
  container = -1,
): TaintMask | undefined {
  if (!isElement(context, item)) return undefined
  const isText = container >= 0 && definitionsOf(context, container).every((one) => isTextLiteral(context, one))
  if (!isText && !texts.every((text) => text.length === 1)) return undefined
  const characters = characterSet(texts.join(''))
  return clearedByCharacters(characters, characters)
}

/**
 * Reports whether a value may be any character of a string: an element of `[...text]`, `text.split('')`, or
 * `Array.from(text)`.
 */
export function isCharacter(context: GuardContext, node: number): boolean {
  const { program } = context
  const collection = collectionOf(context, seenThrough(context, node))
  const list = seenThrough(context, collection)
  if (collection < 0 || program.op(list) !== Op.Call || namesOfCall(context, list).method !== 'split') {
    const [only = -1, ...others] = collection < 0 || program.op(list) !== Op.ArrayOf ? [] : operandsOf(program, list)
    return program.op(only) === Op.Spread && others.length === 0 && isText(context, program.operand(only, 0))
  }
  return program.literalText(program.operand(list, 1)) === ''
}

/**
 * Reports whether a value is known to be a string. Any other value may be a list whose elements are strings of any
 * length.
 */
function isText(context: GuardContext, node: number): boolean {
  return definitionsOf(context, node).every((one) => isTextDefinition(context, one))
}

function isTextDefinition(context: GuardContext, node: number): boolean {
  const { program } = context
  if (isTextLiteral(context, node) || context.isText?.(node) === true) return true
  switch (program.op(node)) {
    case Op.Concat:
      return operandsOf(program, node).some((part) => isTextLiteral(context, part))
    case Op.Call: {
      const { externals, method } = namesOfCall(context, node)
      return externals.includes('String') || (method !== undefined && textMethods.has(method))
    }
    case Op.Parameter: {
      const parameters = program.functions[program.functionOf(node)]?.parameters ?? []
      return /^(?:string|str)$/.test(parameters.find((one) => one.node === node)?.annotation ?? '')
    }
    default:
      return false
  }
}

/** Methods that certainly return a string. A list either lacks the method or, as with `join`, returns a string too. */
const textMethods: ReadonlySet<string> = new Set([
  'charAt',
  'join',
  'lower',
  'normalize',
  'padEnd',
  'padStart',
  'replace',
  'replaceAll',
  'strip',
  'substring',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
  'upper',
])

/**
 * Returns the characters that constants contain: `string.ascii_letters + '-_'`, `set('abc')`. Undefined for other
 * values.
 */
export function charactersOf(context: GuardContext, node: number, depth = 0): CharacterSet | undefined {
  const { program, references } = context
  const texts = constantTexts(context, node)
  if (texts) return characterSet(texts.join(''))
  if (depth > maxDepth) return undefined
  const joined = (parts: readonly number[]) => {
    const sets = parts.map((part) => charactersOf(context, part, depth + 1))
    return parts.length > 0 && sets.every((set) => set !== undefined)
      ? sets.reduce((all, set) => all | set, noCharacters)
      : undefined
  }
  const definitions = definitionsOf(context, node)
  const [only = -1] = definitions
  if (definitions.length > 1) return joined(definitions)
  const named = references.externals(only).map((name) => namedCharacters.get(name))
  if (named.length > 0 && named.every((set) => set !== undefined)) return named.reduce((all, set) => all | set)
  switch (program.op(only)) {
    case Op.Concat:
      return joined(operandsOf(program, only))
    case Op.Call:
    case Op.New:
      return collecting.has(references.externals(program.operand(only, 0))[0] ?? '')
        ? joined(operandsOf(program, only, 1))
        : undefined
    case Op.Binary:
      return program.text(only, 0) === '|' ? joined(operandsOf(program, only, 1)) : undefined
    default:
      return undefined
  }
}

const maxDepth = 6
const collecting: ReadonlySet<string> = new Set(['set', 'frozenset', 'Set', 'new Set', 'list', 'tuple'])
/** Library constants that contain characters, by qualified name. */
const namedCharacters: ReadonlyMap<string, CharacterSet> = new Map([
  ['string.ascii_letters', letters],
  ['string.ascii_lowercase', characterSet('abcdefghijklmnopqrstuvwxyz')],
  ['string.ascii_uppercase', characterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZ')],
  ['string.digits', digits],
  ['string.hexdigits', characterSet('0123456789abcdefABCDEF')],
])

/**
 * Returns the facts that follow if all characters in a string are in a set: `set(name) <= ALLOWED`,
 * `set(name).issubset(ALLOWED)`. Undefined for other collections.
 */
export function subsetFacts(checker: Checker, inner: number, outer: number): Facts | undefined {
  const { context } = checker
  const { program, references } = context
  const made = seenThrough(context, inner)
  const text = program.operand(made, 1)
  if (program.op(made) !== Op.Call || !references.externals(program.operand(made, 0)).includes('set') || text < 0)
    return undefined
  const allowed = charactersOf(context, outer)
  if (isOwn(context, text) || !isIndependent(context, outer, text)) return undefined
  return checker.about(
    text,
    allowed === undefined
      ? valueFacts({ tested: allKinds })
      : valueFacts({ cleared: clearedByCharacters(allowed, allowed) }),
  )
}

/** Reports whether a value may be any element of a collection or string, including an element at a computed index. */
function isElement(context: GuardContext, node: number): boolean {
  const { program } = context
  const at = seenThrough(context, node)
  const isAtPlace = program.op(at) === Op.LoadDynamic && program.op(program.operand(at, 1)) !== Op.Literal
  return isAtPlace || collectionOf(context, at) >= 0
}

const isTextLiteral = ({ program }: GuardContext, node: number) => program.literalText(node) !== undefined

import type { Node } from 'oxc-parser'
import { bare } from '../syntax.ts'
import type { CodePiece } from './code-pieces.ts'
import { reasonToLookAt } from './trusted-packages.ts'

/**
 * Name of a zod 4 class, which minifiers keep because it is a string: `make("ZodEnum", …)`, based on an inner one,
 * `make("$ZodEnum", …)`.
 */
const className = /^(\$?)Zod(?:Mini)?([A-Z][A-Za-z\d]{0,40})$/

const classNames: ReadonlySet<string> = new Set(
  (
    'Any Array Base64 Base64URL BigInt BigIntFormat Boolean CIDRv4 CIDRv6 CUID CUID2 Catch Check ' +
    `CheckBigIntFormat CheckEndsWith CheckGreaterThan CheckIncludes CheckLengthEquals
  CheckLessThan CheckLowerCase CheckMaxLength CheckMaxSize CheckMimeType CheckMinLength CheckMinSize ` +
    'CheckMultipleOf CheckNumberFormat CheckOverwrite CheckProperties CheckProperty CheckRegex ' +
    `CheckSizeEquals CheckStartsWith
  CheckStringFormat CheckUpperCase Codec CreditCard Custom CustomStringFormat Date Default ` +
    'DiscriminatedUnion E164 Email Emoji Enum ExactOptional File Function GUID IBAN IPv4 IPv6 ISODate ' +
    `ISODateTime ISODuration ISOTime
  InstanceOf Intersection JWT KSUID Lazy Literal MAC Map NaN NanoID Never NonOptional Null Nullable ` +
    'Number NumberFormat Object ObjectJIT Optional Pipe Prefault Preprocess Promise Readonly Record Set ' +
    `String StringFormat Success
  Symbol TemplateLiteral Transform Tuple Type ULID URL UUID Undefined Union Unknown Void XID Xor`
  ).split(/\s+/),
)

/**
 * Patterns that match zod's class factory. It stores a value's traits in `_zod.traits`, lets a class initialize another
 * one through `init`, and creates more than `fewInner` inner classes.
 */
const ofMaker = [/\b_zod\b/, /\.traits\b/, /["'`]init["'`]/]
const fewInner = 3

/** Every class starts by initializing another class or by reading `_zod`. */
const ofClass = /\.init\(|\b_zod\b/

interface ClassCall {
  readonly isInner: boolean
  readonly name: string
  readonly maker: string
}

/**
 * Returns the pieces that define zod classes, with the class names, if the file contains zod. Calls of a project
 * function with such a name are ignored, because only zod's factory counts. `isOwn` marks pieces with dependencies that
 * zod does not have.
 */
export function keptClasses(
  pieces: readonly CodePiece[],
  text: string,
  isOwn: (index: number) => boolean,
): ReadonlyMap<number, string> {
  const calls = new Map(
    pieces.flatMap(({ node }, index) => {
      const call = classCall(node)
      return call ? [[index, call] as const] : []
    }),
  )
  const inner = new Map<string, number>()
  for (const { isInner, maker } of calls.values()) if (isInner) inner.set(maker, (inner.get(maker) ?? 0) + 1)
  const makers = new Set(
    pieces.flatMap(({ names: [name = ''], start, end }) =>
      (inner.get(name) ?? 0) > fewInner && ofMaker.every((one) => one.test(text.slice(start, end))) ? [name] : [],
    ),
  )
  return new Map(
    [...calls].flatMap(([index, { maker, isInner, name }]) => {
      const code = text.slice(pieces[index]?.start, pieces[index]?.end)
      return makers.has(maker) && ofClass.test(code) && !isOwn(index) && reasonToLookAt('zod', code) === undefined
        ? [[index, isInner ? `$${name}` : name] as const]
        : []
    }),
  )
}

function classCall(node: Node): ClassCall | undefined {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return undefined
  const call = bare(node.init)
  if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return undefined
  const [first] = call.arguments
  const [, inner, name = ''] =
    (first?.type === 'Literal' && typeof first.value === 'string' && className.exec(first.value)) || []
  return classNames.has(name) ? { isInner: inner === '$', name, maker: call.callee.name } : undefined
}

/**
 * Returns the export names of functions that create an instance of a zod class, by variable. In a minified bundle,
 * `import * as z from 'zod'` leaves no export names, so the created class identifies the function: `function a(b, c) {
 * return new Enum({…}) }` and `function a(b) { return make(Text, b) }`.
 */
export function keptNames(
  pieces: readonly CodePiece[],
  kept: ReadonlyMap<number, string>,
): ReadonlyMap<string, string> {
  const classes = new Map<string, string>()
  for (const [index, name] of kept) {
    const [variable] = pieces[index]?.names ?? []
    if (variable !== undefined && !name.startsWith('$')) classes.set(variable, exportOf(name))
  }
  const names = new Map<string, string>()
  for (const { node } of classes.size === 0 ? [] : pieces) {
    if (node.type !== 'FunctionDeclaration' || !node.id) continue
    const made = madeBy(node)
    const name = made === undefined ? undefined : classes.get(made.name)
    if (name !== undefined && made?.isOpen === false) names.set(node.id.name, name)
  }
  return names
}

/**
 * Returns the export that creates a class: `enum` for `ZodEnum`, `uuid` for `ZodUUID`, and `number` for number formats.
 * `Default` becomes `_default`, because the export `default` has another meaning.
 */
function exportOf(name: string): string {
  if (name === 'NumberFormat') return 'number'
  if (name === 'Default') return '_default'
  return /^[A-Z]{2}/.test(name) ? name.toLowerCase() : `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/**
 * Returns the variable of the class that a function's last statement instantiates. `isOpen` marks functions that set
 * how undeclared fields are handled. `looseObject` and `looseRecord` do this and create the same classes as `object`
 * and `record`.
 */
export function madeBy(declaration: Node): { readonly name: string; readonly isOpen: boolean } | undefined {
  const last = declaration.type === 'FunctionDeclaration' ? declaration.body?.body.at(-1) : undefined
  let given = last?.type === 'ReturnStatement' && last.argument ? bare(last.argument) : undefined
  if (given?.type === 'SequenceExpression') given = given.expressions.at(-1)
  const made =
    given?.type === 'NewExpression' ? given.callee : given?.type === 'CallExpression' ? given.arguments[0] : undefined
  if (made?.type !== 'Identifier') return undefined
  const [definition] = given?.type === 'NewExpression' ? given.arguments : []
  return { name: made.name, isOpen: definition?.type === 'ObjectExpression' && definition.properties.some(isOpening) }
}

function isOpening(property: Node): boolean {
  if (property.type !== 'Property') return false
  const key =
    property.key.type === 'Identifier' && !property.computed
      ? property.key.name
      : property.key.type === 'Literal'
        ? property.key.value
        : undefined
  return key === undefined || key === 'catchall' || key === 'mode'
}

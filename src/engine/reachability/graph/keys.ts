import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { isTransparent, originsOf, valuesOf } from './origins.ts'

/** Keys that a computed access may use. */
export type Keys =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'numbers' }
  | { readonly kind: 'affixes'; readonly affixes: readonly { readonly prefix: string; readonly suffix: string }[] }
  | { readonly kind: 'symbol' }
  | { readonly kind: 'unknown' }

const arithmetic: ReadonlySet<string> = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>'])
const counting: ReadonlySet<string> = new Set(['++', '--', '-', '~', '+'])

/** Returns the keys that a value may be. */
export function keysOf(module: LoadedModule, key: number): Keys {
  const origins = originsOf(module, key)?.flatMap((origin) => elementsOf(module, origin))
  if (origins === undefined || origins.length === 0) return { kind: 'unknown' }
  if (origins.every((one) => isNumber(module, one, 0))) return { kind: 'numbers' }
  if (origins.every((one) => isText(module, one) || isNumber(module, one, 0)))
    return { kind: 'names', names: origins.map((one) => (isText(module, one) ? module.text(one, 1) : '0')) }
  if (origins.every((one) => isSymbol(module, one) || isNothing(module, one))) return { kind: 'symbol' }
  const affixes = origins.map((one) =>
    isText(module, one) ? { prefix: module.text(one, 1), suffix: '' } : affixesOf(module, one),
  )
  return affixes.every(({ prefix, suffix }) => prefix.length + suffix.length > 1)
    ? { kind: 'affixes', affixes }
    : { kind: 'unknown' }
}

/** Elements of a literal array that a value iterates, or the value itself. */
function elementsOf(module: LoadedModule, origin: number): readonly number[] {
  if (module.op(origin) !== Op.Element) return [origin]
  const arrays = originsOf(module, module.operand(origin, 0))
  if (!arrays?.every((one) => module.op(one) === Op.ArrayOf)) return [origin]
  if (!isOnlyIterated(module, module.operand(origin, 0))) return [origin]
  return arrays.flatMap((one) =>
    Array.from({ length: module.operandCount(one) }, (_, index) => module.operand(one, index)),
  )
}

/** Reports whether a list has no other use, such as a call that adds elements. */
function isOnlyIterated(module: LoadedModule, list: number): boolean {
  const seen = new Set([list])
  for (const node of seen) {
    if (module.useCount(node) > 1) return false
    if (isTransparent(module.op(node))) for (const one of valuesOf(module, node)) seen.add(one)
  }
  return true
}

const isText = (module: LoadedModule, node: number) =>
  module.op(node) === Op.Literal && module.operand(node, 0) === LiteralKind.string

const wellKnown: ReadonlySet<string> = new Set(
  [
    'asyncDispose asyncIterator dispose hasInstance isConcatSpreadable iterator match matchAll observable replace',
    'search species split toPrimitive toStringTag unscopables',
  ].flatMap((line) => line.split(' ')),
)

const isNothing = (module: LoadedModule, node: number) =>
  module.op(node) === Op.Literal && module.operand(node, 0) === LiteralKind.nothing

/** `Symbol.iterator` and other symbols of the runtime. */
function isSymbol(module: LoadedModule, node: number): boolean {
  if (module.op(node) !== Op.Load) return false
  return (
    originsOf(module, module.operand(node, 0))?.some(
      (one) =>
        (module.op(one) === Op.Global && module.text(one, 0) === 'Symbol') ||
        (module.op(one) === Op.Load && module.text(one, 1) === 'Symbol' && wellKnown.has(module.text(node, 1))),
    ) ?? false
  )
}

function isNumber(module: LoadedModule, node: number, depth: number): boolean {
  const op = module.op(node)
  if (op === Op.Literal) return module.operand(node, 0) === LiteralKind.number
  if (op === Op.Binary) return arithmetic.has(module.text(node, 0))
  if (op === Op.Unary) return counting.has(module.text(node, 0))
  if (op === Op.Load) return module.text(node, 1) === 'length' && isSequence(module, module.operand(node, 0))
  if (op !== Op.Concat || depth > 3) return false
  return Array.from({ length: module.operandCount(node) }, (_, index) => module.operand(node, index)).every((part) =>
    originsOf(module, part)?.every((one) => one === node || isNumber(module, one, depth + 1)),
  )
}

/** Reports whether the `length` of a value is a number. Other objects may store a text under that name. */
function isSequence(module: LoadedModule, value: number): boolean {
  const origins = originsOf(module, value)
  return (
    origins?.every(
      (one) =>
        module.op(one) === Op.ArrayOf ||
        module.op(one) === Op.Concat ||
        module.op(one) === Op.Literal ||
        (module.op(one) === Op.Global && module.text(one, 0) === 'arguments'),
    ) ?? false
  )
}

/** Constant text that a concatenation starts and ends with. */
export function affixesOf(module: LoadedModule, node: number): { readonly prefix: string; readonly suffix: string } {
  if (module.op(node) !== Op.Concat) return { prefix: '', suffix: '' }
  const text = (part: number) => (isText(module, part) ? module.text(part, 1) : '')
  return { prefix: text(module.operand(node, 0)), suffix: text(module.operand(node, module.operandCount(node) - 1)) }
}

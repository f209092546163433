import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { itemKey } from './lower-item.ts'
import type { Lowering } from './lowering.ts'
import { lastName, type Of, type Pattern } from './python-tree.ts'

/** Condition and bindings of a pattern. */
interface Matched {
  /** Condition node, or -1 if the pattern matches any value. */
  readonly condition: number
  readonly bound: readonly (readonly [string, number])[]
}

/** Lowers `match` to conditions. Names are bound before the guard is evaluated and stay bound if it fails. */
export function lowerMatch(to: Lowering, { subject, cases }: Of<'Match'>): void {
  lowerCases(to, cases, { value: to.expression(subject), from: 0 })
}

function lowerCases(
  to: Lowering,
  cases: Of<'Match'>['cases'],
  { value, from }: { readonly value: number; readonly from: number },
): void {
  const first = cases[from]
  if (!first) return
  if (from >= dataflowLimits.maxSyntaxDepth) {
    to.tooDeep(first.pattern)
    return
  }
  const { condition, bound } = matched(to, first.pattern, value, 0)
  const bind = () => {
    for (const [name, node] of bound) to.assignName(name, node)
  }
  if (first.guard) bind()
  const asked = both(to, condition, first.guard ? to.expression(first.guard) : -1)
  const body = () => {
    bind()
    to.statements(first.body)
  }
  if (asked < 0) body()
  else to.branch(asked, body, () => lowerCases(to, cases, { value, from: from + 1 }))
}

function both(to: Lowering, left: number, right: number): number {
  return left < 0 ? right : right < 0 ? left : to.node(Op.Logical, to.current.offset, to.string('and'), left, right)
}

/** Classes whose single positional pattern matches the value itself. */
const itself = new Set([
  'bool',
  'bytearray',
  'bytes',
  'dict',
  'float',
  'frozenset',
  'int',
  'list',
  'set',
  'str',
  'tuple',
])

function matched(to: Lowering, pattern: Pattern, value: number, depth: number): Matched {
  const offset = to.offsetOf(pattern)
  const inner = (one: Pattern, of: number) => matched(to, one, of, depth + 1)
  const unknown = () => to.node(Op.Opaque, offset, value)
  if (depth > dataflowLimits.maxSyntaxDepth) return { condition: to.tooDeep(pattern), bound: [] }
  switch (pattern.nodeType) {
    case 'MatchValue':
      return { condition: to.node(Op.Binary, offset, to.string('==='), value, to.expression(pattern.value)), bound: [] }
    case 'MatchSingleton':
      return {
        condition: to.node(
          Op.Binary,
          offset,
          to.string('==='),
          value,
          typeof pattern.value === 'boolean'
            ? to.literal(LiteralKind.boolean, String(pattern.value), offset)
            : to.nothing(offset),
        ),
        bound: [],
      }
    case 'MatchAs': {
      const { condition, bound } = pattern.pattern ? inner(pattern.pattern, value) : { condition: -1, bound: [] }
      return { condition, bound: pattern.name ? [...bound, [pattern.name, value]] : bound }
    }
    case 'MatchOr': {
      const all = pattern.patterns.map((one) => inner(one, value))
      const bound = all.flatMap((one) => one.bound)
      const condition = all.some((one) => one.condition < 0)
        ? -1
        : all.reduce(
            (left, one) =>
              left < 0 ? one.condition : to.node(Op.Logical, offset, to.string('or'), left, one.condition),
            -1,
          )
      return { condition, bound }
    }
    case 'MatchSequence':
      return together(to, [unknown()], sequence(to, pattern.patterns, value, inner))
    case 'MatchMapping': {
      const parts = pattern.patterns.map((one, index) => {
        const key = pattern.keys[index]
        return inner(one, key ? to.node(Op.LoadDynamic, offset, value, itemKey(to, key)) : unknown())
      })
      const rest: Matched[] = pattern.rest
        ? [{ condition: -1, bound: [[pattern.rest, to.node(Op.ObjectOf, offset, to.node(Op.Spread, offset, value))]] }]
        : []
      return together(to, [unknown()], [...parts, ...rest])
    }
    case 'MatchClass': {
      const isItself = itself.has(lastName(pattern.cls) ?? '') && pattern.patterns.length === 1
      const condition = to.callBuiltIn('isinstance', [value, to.expression(pattern.cls)], offset)
      const positional = pattern.patterns.map((one) => inner(one, isItself ? value : unknown()))
      const named = pattern.kwd_patterns.map((one, index) =>
        inner(one, to.node(Op.Load, offset, value, to.string(pattern.kwd_attrs[index] ?? ''))),
      )
      return together(to, [condition], [...positional, ...named])
    }
    default:
      return { condition: -1, bound: [] }
  }
}

function sequence(
  to: Lowering,
  patterns: readonly Pattern[],
  value: number,
  inner: (pattern: Pattern, of: number) => Matched,
): Matched[] {
  let isPlaced = true
  return patterns.map((one, index) => {
    const offset = to.offsetOf(one)
    if (one.nodeType === 'MatchStar') {
      isPlaced = false
      return {
        condition: -1,
        bound: one.name ? [[one.name, to.node(Op.ArrayOf, offset, to.node(Op.Spread, offset, value))] as const] : [],
      }
    }
    return inner(
      one,
      isPlaced
        ? to.node(Op.LoadDynamic, offset, value, to.literal(LiteralKind.string, String(index), offset))
        : to.node(Op.Element, offset, value),
    )
  })
}

function together(to: Lowering, conditions: readonly number[], parts: readonly Matched[]): Matched {
  return {
    condition: [...conditions, ...parts.map(({ condition }) => condition)].reduce(
      (left, right) => both(to, left, right),
      -1,
    ),
    bound: parts.flatMap(({ bound }) => bound),
  }
}

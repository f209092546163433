import { dataflowLimits } from '../../../dataflow-limits.ts'
import { LiteralKind, Op, RegionKind } from '../../../ir/operations.ts'
import { namesOfCall } from '../call-names.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { joinedBy } from '../operands.ts'
import { seenThrough } from '../seen-through.ts'

/**
 * Reports whether the suffix that a host must have starts with a dot: `'.' + domain`, or `pattern.slice(1)` if the
 * pattern starts with `*.`. `node` is the test.
 */
export function startsWithDot(context: GuardContext, part: number, node: number, depth = 0): boolean {
  const { program } = context
  const at = seenThrough(context, part)
  if (depth > dataflowLimits.maxDerivationDepth) return false
  const inner = (other: number) => startsWithDot(context, other, node, depth + 1)
  const texts = constantTexts(context, at)
  if (texts) return texts.every((text) => text.startsWith('.'))
  switch (program.op(at)) {
    case Op.Concat:
      return constantTexts(context, program.operand(at, 0))?.every((text) => text.startsWith('.')) === true
    case Op.Phi:
      return joinedBy(program, at).every(
        (way, index) => inner(way) || isPrefixed(context, way, '.', program.operand(at, 2 * index + 1)),
      )
    case Op.Call: {
      const { receiver } = namesOfCall(context, at)
      if (dropsStar(context, at)) return isPrefixed(context, receiver, '*.', program.regionAt(node))
      break
    }
    default:
  }
  return isPrefixed(context, at, '.', program.regionAt(node))
}

/** Reports whether a call removes the leading star of a pattern: `pattern.slice(1)`, `pattern.replace('*', '')`. */
function dropsStar(context: GuardContext, call: number): boolean {
  const { program } = context
  const { method } = namesOfCall(context, call)
  const [first, second] = [program.operand(call, 1), program.operand(call, 2)]
  if (method === 'slice' || method === 'substring')
    return (
      program.op(first) === Op.Literal &&
      program.text(first, 1) === '1' &&
      (second < 0 || (program.op(second) === Op.Literal && program.operand(second, 0) === LiteralKind.nothing))
    )
  if (method === 'removeprefix') return program.literalText(first) === '*'
  if (method !== 'replace' || program.op(first) !== Op.Literal || program.literalText(second) !== '') return false
  return /^(?:\*|\/\^?\\\*\/)$/.test(program.text(first, 1))
}

/**
 * Reports whether a string is known to start with a prefix whenever a region runs, because of an enclosing condition.
 */
function isPrefixed(context: GuardContext, text: number, prefix: string, region: number): boolean {
  const { program, values } = context
  const value = values.of(text)
  let at = region
  for (let count = 0; at >= 0 && count < dataflowLimits.maxEnclosingRegions; count += 1) {
    const condition = seenThrough(context, program.conditionOf(at))
    if (condition >= 0 && program.regionKinds[at] === RegionKind.when && program.op(condition) === Op.Call) {
      const { method, receiver } = namesOfCall(context, condition)
      if (
        (method === 'startsWith' || method === 'startswith') &&
        program.literalText(program.operand(condition, 1))?.startsWith(prefix) === true &&
        values.of(receiver) === value
      )
        return true
    }
    at = program.regionAround(at)
  }
  return false
}

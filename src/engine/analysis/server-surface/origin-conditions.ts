import { Op } from '../ir/operations.ts'
import { definitionsOf, patternOf } from '../schemas/schema-steps.ts'
import { regionConditions } from './conditions.ts'
import { plainName } from './plain-name.ts'
import { keyText } from './request-parts.ts'
import type { OriginGrant } from './shared-origin.ts'
import type { ServerSurfaceContext } from './surface-context.ts'

/** True if an origin pattern is not anchored, so it accepts any origin that starts or ends with the right text. */
export function isLoosePattern(pattern: string): boolean {
  return (
    !pattern.startsWith('^') ||
    !/(?:\$|\(:\\d\+\)\?\$?)$/.test(pattern) ||
    /^\^(?:https\?:\/\/)?\.\*/.test(pattern) ||
    pattern === '.*'
  )
}

/** True if a value is a request's `Origin` header. */
export function isOriginRead(context: ServerSurfaceContext, source: number): boolean {
  const { program } = context
  const op = program.op(source)
  if (op === Op.Load) return program.text(source, 1).toLowerCase() === 'origin'
  if (op === Op.LoadDynamic) return keyText(program, program.operand(source, 1))?.toLowerCase() === 'origin'
  return op === Op.Call && keyText(program, program.operand(source, 1))?.toLowerCase() === 'origin'
}

/**
 * Returns which origins pass the conditions around a node: any origin, or origins with a matching part. Undefined if
 * the conditions compare the whole origin.
 */
export function grantAround(context: ServerSurfaceContext, node: number): OriginGrant | undefined {
  const { program } = context
  const asked = regionConditions(context, node).map((condition) => askedOf(context, condition, 0))
  if (asked.includes('whole')) return undefined
  if (asked.includes('part')) return 'part'
  return program.op(node) === Op.Return && asked.length > 0 ? undefined : 'reflected'
}

const partMethods: ReadonlySet<string> = new Set([
  'endsWith',
  'startsWith',
  'includes',
  'indexOf',
  'endswith',
  'startswith',
])

function askedOf(context: ServerSurfaceContext, condition: number, depth: number): 'part' | 'whole' | undefined {
  const { program } = context
  if (depth > 8) return undefined
  const op = program.op(condition)
  const inner = (indexes: readonly number[]) =>
    indexes.map((index) => askedOf(context, program.operand(condition, index), depth + 1))
  if (op === Op.Unary) return inner([1])[0]
  if (op === Op.Logical) {
    const both = inner([1, 2])
    return both.includes('whole') ? 'whole' : both.includes('part') ? 'part' : undefined
  }
  if (op === Op.Phi || op === Op.Capture || op === Op.Await) return inner([0])[0]
  if (op === Op.Binary) {
    const operator = program.text(condition, 0)
    const isOfOrigin = [1, 2].some((index) => isAboutOrigin(context, program.operand(condition, index)))
    const isConstant = [1, 2].some(
      (index) =>
        program.op(program.operand(condition, index)) === Op.Literal &&
        ['undefined', 'null', 'None', ''].includes(program.text(program.operand(condition, index), 1)),
    )
    if (operator === 'in' || operator === 'not in') return 'whole'
    return isOfOrigin && !isConstant && /^[!=]==?$/.test(operator) ? 'whole' : undefined
  }
  // Handles `result.ok`, where `result` is what a deciding function returned.
  if (op === Op.Load && program.op(program.operand(condition, 0)) === Op.Call) return inner([0])[0]
  if (op !== Op.Call) return undefined
  const callee = program.operand(condition, 0)
  const name = plainName(context, callee) ?? ''
  if (partMethods.has(name) && program.op(callee) === Op.Load && isAboutOrigin(context, program.operand(callee, 0)))
    return 'part'
  if (name === 'test' && program.op(callee) === Op.Load) {
    const pattern = patternOf(context, program.operand(callee, 0))
    return pattern && isLoosePattern(pattern.pattern) ? 'part' : 'whole'
  }
  // Handles a lookup in a list, and a deciding function.
  return 'whole'
}

function isAboutOrigin(context: ServerSurfaceContext, node: number): boolean {
  const { program } = context
  return definitionsOf(context, node).some(
    (source) =>
      isOriginRead(context, source) ||
      (program.op(source) === Op.Parameter &&
        /origin/i.test(
          program.functions[program.functionOf(source)]?.parameters[program.operand(source, 0)]?.name ?? '',
        )),
  )
}

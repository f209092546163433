import { LiteralKind, Op } from '../../../ir/operations.ts'
import type { Program } from '../../../program/program.ts'
import { maskOf, type TaintMask } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import type { GuardContext } from '../guard-context.ts'

/** Methods that return the part of a string between a start and an end. */
const cutting: ReadonlySet<string> = new Set(['slice', 'substring', 'substr'])

/** Methods whose result is not longer than the string and contains no additional dots or separators. */
const keeping: ReadonlySet<string> = new Set([
  'toLowerCase',
  'toUpperCase',
  'lower',
  'upper',
  'trim',
  'strip',
  'toString',
])

/** Maximum length at which a string can contain `/../` once but not twice. */
const maxCharacters = 5

/** Maximum number of steps to follow from the truncated string to the place where it is appended to a name. */
const maxSteps = 20

/**
 * Returns the kinds that are cleared for a string that is truncated to a few characters and appended to the start of a
 * name: `tts_${text.slice(0, 5)}`. It has room for one `..` only, and that `..` can only cancel the start of the name.
 */
export function clearedByCut(context: GuardContext, call: number): TaintMask {
  const { program } = context
  const { method } = namesOfCall(context, call)
  if (method === undefined || !cutting.has(method) || program.operandCount(call) !== 3) return 0
  const [start, end] = [program.operand(call, 1), program.operand(call, 2)]
  if (!isStart(program, start) || program.op(end) !== Op.Literal) return 0
  const length = program.operand(end, 0) === LiteralKind.number ? Number(program.text(end, 1)) : NaN
  return length >= 0 && length <= maxCharacters && isAlwaysBehindName(context, call) ? maskOf('path') : 0
}

function isStart(program: Program, node: number): boolean {
  if (program.op(node) !== Op.Literal) return false
  return program.operand(node, 0) === LiteralKind.nothing || program.text(node, 1) === '0'
}

/** Reports whether a string is used only by appending it to a letter, a digit, or another name character. */
function isAlwaysBehindName(context: GuardContext, cut: number): boolean {
  const { program } = context
  const open = [cut]
  for (const [step, node] of open.entries()) {
    if (step > maxSteps) return false
    for (const user of program.users(node)) {
      const op = program.op(user)
      if (op === Op.Concat) {
        if (!isBehindName(program, user, node)) return false
      } else if (op === Op.Phi || op === Op.Typed) open.push(user)
      else if (op === Op.Load) {
        const calls = program.users(user)
        if (!calls.every((one) => program.operand(one, 0) === user && keepsLength(context, one))) return false
        open.push(...calls)
      } else if (op !== Op.Call || !keepsLength(context, user) || program.operand(user, 1) === node) return false
    }
  }
  return true
}

function keepsLength(context: GuardContext, call: number): boolean {
  const { program } = context
  if (program.op(call) !== Op.Call) return false
  const { method = '' } = namesOfCall(context, call)
  if (keeping.has(method)) return true
  const [sought, put] = [1, 2].map((index) => program.literalText(program.operand(call, index)))
  return (
    (method === 'replace' || method === 'replaceAll') &&
    sought !== undefined &&
    put !== undefined &&
    put.length <= sought.length &&
    /^[^./\\$]*$/.test(put)
  )
}

/** Reports whether the preceding part ends like a name, and the following part cannot add `..`. */
function isBehindName(program: Program, concat: number, part: number): boolean {
  const count = program.operandCount(concat)
  for (let index = 0; index < count; index += 1) {
    if (program.operand(concat, index) !== part) continue
    const [before, behind] = [index - 1, index + 1].map((place) => program.literalText(program.operand(concat, place)))
    if (!/[\w-]$/.test(before ?? '') || /^\.(?:$|[./\\])/.test(behind ?? '')) return false
  }
  return true
}

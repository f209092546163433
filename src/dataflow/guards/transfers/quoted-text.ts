import { LiteralKind, Op } from '../../form/operations.ts'
import { limits } from '../../../model/limits.ts'
import { readsBackslashes } from '../../sinks/statement-languages.ts'
import { maskOf, queryWithBackslashes } from '../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import { flaw } from '../flaws.ts'
import type { GuardJudgement } from '../guard.ts'
import { constantTexts, type GuardContext, seenThrough } from '../origins-of.ts'
import { patternOfLiteral } from '../pattern-characters.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }

/** What opens a quoted part of a statement, and what closes it: texts and names in standard SQL, names of MySQL, names of SQL Server. */
const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/** Names of functions that quote for the shell of Windows, where `""` in quotes is a quote. `runCmd` runs something, and with any shell: others read `$(…)` in quotes. */
const forWindows = /[cC]md|CMD|[wW]in(?:dows|32)?(?![a-z])/
const quoting = /quot|esc/i
const quotesForWindows = (name: string) => forWindows.test(name) && quoting.test(name)

/**
 * A part between quotes in which each closing quote was doubled before, which cannot end it: `"${name.replaceAll('"', '""')}"`. That is how names and
 * texts are written in SQL, and arguments for the shell of Windows.
 */
export function judgeQuoted(context: GuardContext, concat: number, operand: number): GuardJudgement {
  const { program } = context
  let judged: GuardJudgement | undefined
  for (let index = 1, count = program.operandCount(concat); index + 1 < count; index += 1) {
    if (program.operand(concat, index) !== operand) continue
    const open = program.literalText(program.operand(concat, index - 1))?.at(-1) ?? ''
    const close = closing[open]
    if (close === undefined || program.literalText(program.operand(concat, index + 1))?.startsWith(close) !== true || !isDoubled(context, operand, { quote: close, depth: 0 })) return nothing
    const here = clearedBetween(context, concat, close)
    judged = judged ? { cleared: judged.cleared & here.cleared, flaws: here.flaws } : here
  }
  return judged ?? nothing
}

function clearedBetween({ program }: GuardContext, concat: number, quote: string): GuardJudgement {
  const windows = quote === '"' && quotesForWindows(program.functions[program.functionOf(concat)]?.name ?? '') ? maskOf('command') : 0
  if ((quote === "'" || quote === '"') && readsBackslashes(program)) return { cleared: windows | (maskOf('query') & ~queryWithBackslashes), flaws: [flaw('quotes-doubled', concat)] }
  return { cleared: windows | maskOf('query'), flaws: [] }
}

/** Whether every quote of this kind in a value was doubled: by `replace` with a global pattern, also in a function that gives the result back. */
function isDoubled(context: GuardContext, node: number, { quote, depth }: { readonly quote: string; readonly depth: number }): boolean {
  const { program, references } = context
  const at = seenThrough(context, node)
  if (depth > limits.dataflow.makingDepth || at < 0) return false
  const inner = (part: number) => isDoubled(context, part, { quote, depth: depth + 1 })
  if (program.op(at) === Op.Phi) {
    const count = Math.min(program.operandCount(at), limits.dataflow.lookedAtOperands)
    for (let index = 0; index < count; index += 2) if (program.op(program.operand(at, index)) !== Op.Literal && !inner(program.operand(at, index))) return false
    return count > 0
  }
  if (program.op(at) !== Op.Call) return false
  const { method, receiver, externals } = namesOfCall(context, at)
  const callees = references.callees(at)
  if (callees.length > 0) return callees.length <= 4 && callees.every((index) => program.functions[index]?.returns.every((returned) => inner(program.operand(returned, 0))) === true && program.functions[index].end < 0)
  if (externals.includes('String') || externals.includes('str')) return inner(program.operand(at, 1))
  if (method === 'trim' || method === 'toString' || method === 'toLowerCase' || method === 'toUpperCase') return inner(receiver)
  if (method !== 'replace' && method !== 'replaceAll') return false
  return doubles(context, at, quote) || inner(receiver) && constantTexts(context, program.operand(at, 2))?.[0]?.includes(quote) === false
}

/** `replaceAll("'", "''")`, `replace(/'/g, "''")`, Python's `replace("'", "''")`; `replace(/(\\*)"/g, '$1$1""')` doubles backslashes before it, too. */
function doubles(context: GuardContext, call: number, quote: string): boolean {
  const { program } = context
  const what = seenThrough(context, program.operand(call, 1))
  const replacement = constantTexts(context, program.operand(call, 2))?.[0]
  if (program.op(what) !== Op.Literal || replacement === undefined) return false
  const written = program.text(what, 1)
  if (program.operand(what, 0) !== LiteralKind.pattern) return written === quote && replacement === quote + quote && (program.fileOf(call).language === 'python' || namesOfCall(context, call).method === 'replaceAll')
  const pattern = patternOfLiteral(written)
  if (pattern?.flags.includes('g') !== true) return false
  const source = pattern.source.replaceAll(/\\(["'`\]])/g, '$1')
  return source === quote && (replacement === quote + quote || replacement === '$&$&') || source === `(\\\\*)${quote}` && replacement === `$1$1${quote}${quote}`
}

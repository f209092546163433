import { standardSyntax } from '../patterns/pattern-syntax.ts'
import { Op } from '../../../ir/operations.ts'
import { dataflowLimits } from '../../../dataflow-limits.ts'
import { readsBackslashes } from '../../sinks/statement-languages.ts'
import { allKinds, maskOf, queryWithBackslashes, type TaintMask } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import { mergeFlaws } from '../value-facts.ts'
import { flaw } from '../flaws.ts'
import type { Flaw, GuardJudgement } from '../guard.ts'
import { joinedBy, operandsOf } from '../operands.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { seenThrough } from '../seen-through.ts'
import { patternIn } from '../pattern-characters.ts'
import { characterSet, intersects, noCharacters } from '../patterns/characters.ts'
import { isBackslashed } from './backslashed-text.ts'
import { consumedCharacters } from '../patterns/pattern-outcomes.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }

/**
 * Closing quotes by opening quote: for strings and identifiers in standard SQL, and for identifiers in MySQL and SQL
 * Server.
 */
const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/**
 * Names of functions that quote for the Windows shell. In this shell, `""` inside quotes denotes one quote. `runCmd`
 * does not match: it runs a command in any shell, and other shells expand `$(…)` in quotes.
 */
const forWindows = /[cC]md|CMD|[wW]in(?:dows|32)?(?![a-z])/
const quoting = /quot|esc/i
const quotesForWindows = (name: string) => forWindows.test(name) && quoting.test(name)

/**
 * Judges an inserted value that is in quotes and in which these quotes are doubled, so it cannot end the quotation:
 * `"${name.replaceAll('"', '""')}"`. This is how SQL strings and identifiers and Windows shell arguments are escaped.
 */
export function judgeQuoted(context: GuardContext, concat: number, operand: number): GuardJudgement {
  const { program } = context
  let [cleared, flaws]: [TaintMask, readonly Flaw[]] = [allKinds, []]
  for (const [index, part] of operandsOf(program, concat).entries()) {
    if (part !== operand) continue
    const between = judgeBetween(context, concat, index)
    cleared &= between.cleared
    flaws = mergeFlaws(flaws, between.flaws)
  }
  return { cleared, flaws }
}

/** Like `judgeQuoted`, but for one occurrence of the value. */
function judgeBetween(context: GuardContext, concat: number, index: number): GuardJudgement {
  const { program } = context
  const [before, part, after] = [
    program.operand(concat, index - 1),
    program.operand(concat, index),
    program.operand(concat, index + 1),
  ]
  const close = closing[program.literalText(before)?.at(-1) ?? '']
  if (close === undefined || program.literalText(after)?.startsWith(close) !== true) return nothing
  if (isDoubled(context, part, { quote: close, depth: 0 })) return clearedBetween(context, concat, close)
  return isBackslashed(context, part, close) ? { cleared: queryWithBackslashes, flaws: [] } : nothing
}

function clearedBetween({ program }: GuardContext, concat: number, quote: string): GuardJudgement {
  const windows =
    quote === '"' && quotesForWindows(program.functions[program.functionOf(concat)]?.name ?? '') ? maskOf('command') : 0
  if ((quote === "'" || quote === '"') && readsBackslashes(program))
    return { cleared: windows | (maskOf('query') & ~queryWithBackslashes), flaws: [flaw('quotes-doubled', concat)] }
  return { cleared: windows | maskOf('query'), flaws: [] }
}

/**
 * Reports whether every quote of this kind in a value is doubled by a global replacement, either here or in a called
 * function that returns the result.
 */
function isDoubled(
  context: GuardContext,
  node: number,
  { quote, depth }: { readonly quote: string; readonly depth: number },
): boolean {
  const { program, references } = context
  const at = seenThrough(context, node)
  if (depth > dataflowLimits.maxDerivationDepth) return false
  const inner = (part: number) => isDoubled(context, part, { quote, depth: depth + 1 })
  if (program.op(at) === Op.Phi)
    return joinedBy(program, at).every((value) => program.op(value) === Op.Literal || inner(value))
  if (program.op(at) !== Op.Call) return false
  const { method, receiver, externals } = namesOfCall(context, at)
  const callees = references.callees(at)
  if (callees.length > 0)
    return (
      callees.length <= 4 &&
      callees.every(
        (index) =>
          program.functions[index]?.returns.every((returned) => inner(program.operand(returned, 0))) === true &&
          program.functions[index].end < 0,
      )
    )
  if (externals.includes('String') || externals.includes('str')) return inner(program.operand(at, 1))
  if (method === 'trim' || method === 'toString' || method === 'toLowerCase' || method === 'toUpperCase')
    return inner(receiver)
  if (method !== 'replace' && method !== 'replaceAll') return false
  return doubles(context, at, quote) || (inner(receiver) && leavesQuotes(context, at, quote))
}

/**
 * Reports whether a replacement neither adds quotes nor removes one of two adjacent quotes, which would turn `""` into
 * `"`.
 */
function leavesQuotes(context: GuardContext, call: number, quote: string): boolean {
  const { program } = context
  const what = seenThrough(context, program.operand(call, 1))
  const pattern = patternIn(program, what)
  const replaced = pattern
    ? consumedCharacters(pattern.source, { flags: pattern.flags, syntax: standardSyntax })
    : characterSet(program.literalText(what) ?? quote)
  if (replaced === undefined || replaced === noCharacters || intersects(replaced, characterSet(quote))) return false
  return constantTexts(context, program.operand(call, 2))?.some((text) => text.includes(quote)) === false
}

/**
 * True for a call that doubles quotes: `replaceAll("'", "''")`, `replace(/'/g, "''")`, and Python's `replace("'",
 * "''")`. `replace(/(\\*)"/g, '$1$1""')` also counts; it doubles the backslashes before a quote as well.
 */
function doubles(context: GuardContext, call: number, quote: string): boolean {
  const { program } = context
  const what = seenThrough(context, program.operand(call, 1))
  const isReplacedBy = (...doubled: readonly string[]) =>
    constantTexts(context, program.operand(call, 2))?.every((text) => doubled.includes(text)) === true
  if (program.literalText(what) === quote)
    return (
      isReplacedBy(quote + quote) &&
      program.fileOf(call).semantics.values.replaceAllMethods.has(namesOfCall(context, call).method ?? '')
    )
  const pattern = patternIn(program, what)
  if (pattern?.flags.includes('g') !== true) return false
  const source = pattern.source.replaceAll(/\\(["'`\]])/g, '$1')
  return (
    (source === quote && isReplacedBy(quote + quote, '$&$&')) ||
    (source === `(\\\\*)${quote}` && isReplacedBy(`$1$1${quote}${quote}`))
  )
}

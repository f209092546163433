import { standardSyntax } from '../patterns/pattern-syntax.ts'
import { Op } from '../../../ir/operations.ts'
import { dataflowLimits } from '../../../dataflow-limits.ts'
import { readsBackslashes } from '../../sinks/statement-languages.ts'
import { queryWithBackslashes } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import type { GuardJudgement } from '../guard.ts'
import { joinedBy, operandsOf } from '../operands.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { seenThrough } from '../seen-through.ts'
import { patternIn } from '../pattern-characters.ts'
import { characterSet, intersects, isSubset } from '../patterns/characters.ts'
import { replacedCharacters } from '../patterns/pattern-outcomes.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }
const safe: GuardJudgement = { cleared: queryWithBackslashes, flaws: [] }

/** Matches SQL. Backslash escapes are not safe there, because only some databases support them in strings. */
const sql = /\b(?:select|insert|update|delete|where|values)\b/i

/** Functions that serialize a string as JSON, including its quotes. */
const jsonWriters: ReadonlySet<string> = new Set(['JSON.stringify', 'json.dumps', 'orjson.dumps', 'ujson.dumps'])

/**
 * Judges an inserted value that is in quotes and has backslash-escaped quotes and backslashes, or that is serialized as
 * JSON. Such escapes are valid in GraphQL, JQL, Cypher, and other query languages.
 */
export function judgeEscaped(context: GuardContext, concat: number, operand: number): GuardJudgement {
  const { program } = context
  const parts = operandsOf(program, concat)
  if (!readsBackslashes(program) && parts.some((part) => sql.test(program.literalText(part) ?? ''))) return nothing
  return parts.every((part, index) => part !== operand || isEscaped(context, concat, index)) ? safe : nothing
}

function isEscaped(context: GuardContext, concat: number, index: number): boolean {
  const { program } = context
  const part = program.operand(concat, index)
  const quote = openQuote(operandsOf(program, concat).slice(0, index), program)
  if (quote === undefined) return isJson(context, part, 0)
  return (quote === '"' || quote === "'") && hasBackslashes(context, part, { quote, depth: 0 })
}

/** Returns the quote that is still open after the constant parts of a string. Undefined outside quotes. */
function openQuote(parts: readonly number[], program: GuardContext['program']): string | undefined {
  let open: string | undefined
  for (const part of parts) {
    for (const [character] of (program.literalText(part) ?? '').matchAll(/\\.|["'`]/gs)) {
      if (character.startsWith('\\')) continue
      if (open === undefined) open = character
      else if (open === character) open = undefined
    }
  }
  return open
}

/** Reports whether a value is serialized as JSON, either directly or by a project function. */
function isJson(context: GuardContext, node: number, depth: number): boolean {
  const { program } = context
  const at = seenThrough(context, node)
  if (depth > dataflowLimits.maxDerivationDepth || program.op(at) !== Op.Call) return false
  if (namesOfCall(context, at).externals.some((name) => jsonWriters.has(name))) return true
  return returnsOf(context, at, (value) => isJson(context, value, depth + 1))
}

/**
 * Reports whether all results of the project functions that a call may run satisfy a predicate. False if no such
 * function is known.
 */
function returnsOf({ program, references }: GuardContext, call: number, is: (value: number) => boolean): boolean {
  const callees = references.callees(call)
  return (
    callees.length > 0 &&
    callees.length <= 4 &&
    callees.every(
      (index) =>
        program.functions[index] !== undefined &&
        program.functions[index].end < 0 &&
        program.functions[index].returns.every((returned) => is(program.operand(returned, 0))),
    )
  )
}

/** Reports whether every backslash and every quote of this kind in a value is escaped with a backslash. */
function hasBackslashes(
  context: GuardContext,
  node: number,
  { quote, depth }: { readonly quote: string; readonly depth: number },
): boolean {
  const { program } = context
  const at = seenThrough(context, node)
  if (depth > dataflowLimits.maxDerivationDepth) return false
  const inner = (part: number) => hasBackslashes(context, part, { quote, depth: depth + 1 })
  if (program.op(at) === Op.Phi)
    return joinedBy(program, at).every((value) => program.op(value) === Op.Literal || inner(value))
  if (program.op(at) !== Op.Call) return false
  if (returnsOf(context, at, inner)) return true
  const { method, receiver, externals } = namesOfCall(context, at)
  if (externals.includes('String') || externals.includes('str')) return inner(program.operand(at, 1))
  // `JSON.stringify(value).slice(1, -1)` only removes the outer quotes.
  if (method === 'slice' || method === 'substring')
    return quote === '"' && program.literalText(program.operand(at, 1)) === '1' && isJson(context, receiver, 0)
  if (method === 'trim' || method === 'toString') return inner(receiver)
  if (method !== 'replace' && method !== 'replaceAll') return false
  const replaced = escapedBy(context, at)
  if (replaced === undefined) return false
  if (isSubset(characterSet(`\\${quote}`), replaced)) return true
  // Backslashes must be escaped before quotes. Otherwise, the backslashes that escape quotes would be escaped too.
  if (intersects(replaced, characterSet('\\'))) return false
  if (!intersects(replaced, characterSet(quote))) return inner(receiver)
  const earlier = seenThrough(context, receiver)
  return program.op(earlier) === Op.Call && isSubset(characterSet('\\'), escapedBy(context, earlier) ?? 0n)
}

/**
 * Returns the characters that a replacement escapes with a backslash everywhere. Undefined if it changes characters in
 * any other way.
 */
function escapedBy(context: GuardContext, call: number): ReturnType<typeof characterSet> | undefined {
  const { program } = context
  const { method } = namesOfCall(context, call)
  if (method !== 'replace' && method !== 'replaceAll') return undefined
  const what = seenThrough(context, program.operand(call, 1))
  const [replacement, ...others] = constantTexts(context, program.operand(call, 2)) ?? []
  if (replacement === undefined || others.length > 0) return undefined
  const pattern = patternIn(program, what)
  const written = program.literalText(what)
  const isEverywhere = pattern
    ? pattern.flags.includes('g')
    : program.fileOf(call).semantics.values.replaceAllMethods.has(method)
  const characters = pattern
    ? replacedCharacters(pattern.source, { flags: pattern.flags, syntax: standardSyntax })
    : written?.length === 1
      ? characterSet(written)
      : undefined
  if (!isEverywhere || characters === undefined) return undefined
  const isOne = ['\\', '"', "'", '\n', '\r', '\t'].some(
    (one) => characters === characterSet(one) && replacement === `\\${names.get(one) ?? one}`,
  )
  return isOne || /^\\(?:\$&|\$1)$/.test(replacement) ? characters : undefined
}

/** Letters used to escape control characters, as in `\n`. */
const names: ReadonlyMap<string, string> = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
])

import { Op } from '../../../ir/operations.ts'
import { dataflowLimits } from '../../../dataflow-limits.ts'
import { namesOfCall } from '../call-names.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { patternIn } from '../pattern-characters.ts'
import { standardSyntax, type PatternSyntax } from '../patterns/pattern-syntax.ts'
import { replacedCharacters } from '../patterns/pattern-outcomes.ts'
import { characterSet, isSubset } from '../patterns/characters.ts'
import { seenThrough } from '../seen-through.ts'

/** A replacement: the string that it changes, the string that it searches for, and the replacement text. */
interface TextReplacement {
  /** The searched string, or the source of a pattern with the global flag. */
  readonly sought: string
  readonly syntax: PatternSyntax | undefined
  readonly flags: string
  readonly replacement: string
  readonly subject: number
}

/** Replacement texts that put a backslash before the match. */
const beforeMatch: ReadonlySet<string> = new Set([
  '\\$&',
  '\\$1',
  '\\\\$&',
  '\\\\$1',
  '\\\\\\1',
  '\\\\\\g<0>',
  '\\\\\\g<1>',
])

/**
 * Reports whether each backslash and each quote of this kind in a value is escaped with a backslash, either here or in
 * a called function: `value.replace("\\", "\\\\").replace('"', '\\"')`.
 */
export function isBackslashed(context: GuardContext, node: number, quote: string, depth = 0): boolean {
  const { program, references } = context
  const at = seenThrough(context, node)
  if (program.op(at) !== Op.Call || depth > dataflowLimits.maxDerivationDepth) return false
  const callees = references.callees(at)
  if (callees.length > 0)
    return callees.every((index) =>
      (program.functions[index]?.returns ?? []).every((returned) =>
        isBackslashed(context, program.operand(returned, 0), quote, depth + 1),
      ),
    )
  const found = replacementIn(context, at)
  if (!found) return false
  const { sought, syntax, flags, replacement, subject } = found
  if (syntax === undefined) {
    if (sought === quote && replacement === `\\${quote}`) return doublesBackslashes(context, subject)
    return !replacement.includes(quote) && sought !== '\\' && isBackslashed(context, subject, quote, depth + 1)
  }
  const replaced = replacedCharacters(sought, { flags, syntax })
  return replaced !== undefined && beforeMatch.has(replacement) && isSubset(characterSet(`${quote}\\`), replaced)
}

/** True for `value.replace("\\", "\\\\")`, which doubles all backslashes. */
function doublesBackslashes(context: GuardContext, node: number): boolean {
  const found = replacementIn(context, seenThrough(context, node))
  return (
    found !== undefined &&
    found.sought.replace(/^\\\\$/, '\\') === '\\' &&
    found.replacement.length === 2 &&
    found.replacement === '\\\\'
  )
}

function replacementIn(context: GuardContext, call: number): TextReplacement | undefined {
  const { program } = context
  if (program.op(call) !== Op.Call) return undefined
  const { externals, method, receiver } = namesOfCall(context, call)
  const { values, patterns } = program.fileOf(call).semantics
  const text = (node: number) => {
    const [only, ...others] = node < 0 ? [] : (constantTexts(context, node) ?? [])
    return others.length === 0 ? only : undefined
  }
  if (externals.includes('re.sub') || externals.includes('re.compile().sub')) {
    const isOwn = externals.includes('re.compile().sub')
    const made = isOwn ? seenThrough(context, receiver) : -1
    const [definition = made] = isOwn ? context.references.origins(made) : []
    const source = text(isOwn ? program.operand(definition, 1) : program.operand(call, 1))
    const replacement = text(program.operand(call, isOwn ? 1 : 2))
    return source === undefined || replacement === undefined
      ? undefined
      : {
          sought: source,
          syntax: patterns.syntax,
          flags: '',
          replacement,
          subject: program.operand(call, isOwn ? 2 : 3),
        }
  }
  if (method !== 'replace' && method !== 'replaceAll') return undefined
  const what = seenThrough(context, program.operand(call, 1))
  const replacement = text(program.operand(call, 2))
  if (replacement === undefined) return undefined
  const pattern = patternIn(program, what)
  if (pattern)
    return pattern.flags.includes('g')
      ? { sought: pattern.source, syntax: standardSyntax, flags: pattern.flags, replacement, subject: receiver }
      : undefined
  const sought = text(what)
  return sought === undefined || !values.replaceAllMethods.has(method)
    ? undefined
    : { sought, syntax: undefined, flags: '', replacement, subject: receiver }
}

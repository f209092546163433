import { LiteralKind, Op } from '../../form/operations.ts'
import { maskOf, type TaintMask } from '../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import { flaw } from '../flaws.ts'
import type { Flaw, GuardJudgement } from '../guard.ts'
import { constantTexts, type GuardContext, seenThrough } from '../origins-of.ts'
import { patternOfLiteral } from '../pattern-characters.ts'
import { characterSet, type CharacterSet, everyCharacter, haveCommon, isWithin, without } from '../patterns/characters.ts'
import { replacedCharacters } from '../patterns/pattern-outcomes.ts'
import { functionReplacement } from './replaced-by-function.ts'
import { clearedByCharacters, clearedByDenied, isCompleteForShell } from '../patterns/safe-characters.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }

interface Replacement {
  /** What is replaced, as a set of characters; undefined for longer texts. */
  readonly characters: CharacterSet | undefined
  /** What is replaced, as text. */
  readonly text: string
  readonly isEverywhere: boolean
  /** What comes in its place; undefined where that is not known. */
  readonly replacement: string | undefined
}

/** `replace(…)`: keeping only certain characters, escaping quotes or markup, cutting out parts. */
export function judgeReplacement(context: GuardContext, call: number, operand: number): GuardJudgement {
  const replaced = replacementOf(context, call, operand)
  if (!replaced) return nothing
  const { characters, text, isEverywhere, replacement } = replaced
  if (/^\.\.[/\\]?$/.test(text)) return { cleared: 0, flaws: [flaw('parents-replaced', call)] }
  if (characters === undefined || replacement === undefined) return nothing
  if (!isEverywhere) return quoteFlaw(characters, call)
  const added = characterSet(replacement.replaceAll('$$', '$'))
  // What was matched, what is before or behind it, and groups.
  const keepsMatched = /\$[&`'<\d]|\\\\?\d/.test(replacement.replaceAll('$$', '')) || replacement.includes('\\g<')
  // `x.replace(/[…]/g, '\\$&')`: with a backslash before each character that a shell reads, blanks among them, it is one word.
  if (/^\\(?:\$[&1]|\\1|\\g<0>)$/.test(replacement) && isCompleteForShell(characters) && isWithin(characterSet(' \\'), characters)) return { cleared: maskOf('command'), flaws: [] }
  if (keepsMatched) return quoteFlaw(characters, call)
  const kept = without(everyCharacter, characters) | added
  const cleared = clearedByCharacters(kept, kept) | cleanedOf(characters, added) | singleQuotes(context, { characters, replacement, call })
  return { cleared, flaws: (cleared & maskOf('command')) === 0 ? quoteFlaw(characters, call, replacement).flaws : [] }
}

function cleanedOf(gone: CharacterSet, added: CharacterSet): TaintMask {
  const left = without(gone, added)
  return clearedByDenied(left) | (isCompleteForShell(left) ? maskOf('command') : 0) | (isWithin(characterSet('\n'), left) ? maskOf('environment') : 0) | (isWithin(characterSet('/'), left) ? maskOf('path') : 0) | (isWithin(characterSet('<'), left) ? maskOf('html') : 0)
}

/** `'` by `'\''`: whole between single quotes. */
function singleQuotes({ program }: GuardContext, { characters, replacement, call }: { readonly characters: CharacterSet; readonly replacement: string; readonly call: number }): TaintMask {
  if (!haveCommon(characters, characterSet('\'')) || !(replacement === '\'\\\'\'' || replacement === '\'"\'"\'')) return 0
  const isQuoted = program.users(call).some((user) => {
    if (program.op(user) !== Op.Concat) return false
    for (let index = 1; index + 1 < program.operandCount(user); index += 1) {
      if (program.operand(user, index) !== call) continue
      const [before, after] = [program.operand(user, index - 1), program.operand(user, index + 1)]
      if (program.literalText(before)?.endsWith('\'') === true && program.literalText(after)?.startsWith('\'') === true) return true
    }
    return false
  })
  return isQuoted ? maskOf('command') : 0
}

function quoteFlaw(characters: CharacterSet, call: number, replacement = ''): { readonly cleared: TaintMask; readonly flaws: readonly Flaw[] } {
  if (!haveCommon(characters, characterSet('"\'')) || isCompleteForShell(characters) || replacement === '\'\\\'\'' || replacement === '\'"\'"\'') return nothing
  return { cleared: 0, flaws: [flaw('quotes-replaced', call)] }
}

function replacementOf(context: GuardContext, call: number, operand: number): Replacement | undefined {
  const { program } = context
  const { externals, method, receiver } = namesOfCall(context, call)
  const isPython = program.fileOf(call).language === 'python'
  if (externals.includes('re.sub')) {
    if (program.operand(call, 3) !== operand) return undefined
    const source = constantTexts(context, program.operand(call, 1))?.[0]
    return source === undefined ? undefined : { characters: replacedCharacters(source, { flags: '', isPython: true }), text: unescaped(source), isEverywhere: true, replacement: constantTexts(context, program.operand(call, 2))?.[0] }
  }
  if (operand !== receiver && operand !== program.operand(call, 0)) return undefined
  const what = seenThrough(context, program.operand(call, 1))
  const byFunction = functionReplacement(context, program.operand(call, 2))
  const replacement = byFunction?.text ?? constantTexts(context, program.operand(call, 2))?.[0]
  const known = context.references.origins(what)
  const literal = program.op(what) === Op.Literal ? what : known.length === 1 && known[0] !== undefined ? known[0] : what
  if (program.op(literal) !== Op.Literal) return undefined
  const written = program.text(literal, 1)
  if (program.operand(literal, 0) === LiteralKind.pattern) {
    const parts = patternOfLiteral(written)
    const characters = parts && replacedCharacters(parts.source, { flags: parts.flags.replace(/[gy]/g, ''), isPython: false })
    return parts && { characters: byFunction && characters !== undefined ? characters & byFunction.replaced : characters, text: unescaped(parts.source), isEverywhere: parts.flags.includes('g'), replacement }
  }
  if (byFunction) return undefined
  return { characters: written.length === 1 ? characterSet(written) : undefined, text: written, isEverywhere: isPython || method === 'replaceAll', replacement }
}

const unescaped = (source: string): string => source.replaceAll(/\\(.)/g, '$1').replace(/^\^|\$$/g, '').replace(/^\((?:\?:)?(.*)\)[+*]?$/, '$1')

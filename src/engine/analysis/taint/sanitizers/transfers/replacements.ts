import { standardSyntax } from '../patterns/pattern-syntax.ts'
import { Op } from '../../../ir/operations.ts'
import type { Program } from '../../../program/program.ts'
import { maskOf, type TaintMask } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import { flaw } from '../flaws.ts'
import type { Flaw, GuardJudgement } from '../guard.ts'
import { onlyDefinition, operandsOf } from '../operands.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { patternIn } from '../pattern-characters.ts'
import {
  characterSet,
  type CharacterSet,
  everyCharacter,
  intersects,
  isSubset,
  withoutCharacters,
} from '../patterns/characters.ts'
import { replacedCharacters } from '../patterns/pattern-outcomes.ts'
import { functionReplacement } from './replaced-by-function.ts'
import { clearedByCharacters, clearedByDenied, isCompleteForShell } from '../patterns/safe-characters.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }

interface Replacement {
  /** Characters that are replaced. Undefined if longer strings are replaced. */
  readonly characters: CharacterSet | undefined
  readonly text: string
  readonly isEverywhere: boolean
  /** Replacement text. Undefined if unknown. */
  readonly replacement: string | undefined
}

/** Judges `replace(…)` calls that keep only certain characters, that escape quotes or markup, or that remove text. */
export function judgeReplacement(context: GuardContext, call: number, operand: number): GuardJudgement {
  const replaced = replacementOf(context, call, operand)
  if (!replaced) return nothing
  const { characters, text, isEverywhere, replacement } = replaced
  if (/^\.\.[/\\]?$/.test(text)) return { cleared: 0, flaws: [flaw('parents-replaced', call)] }
  if (characters === undefined || replacement === undefined) return nothing
  if (!isEverywhere) return quoteFlaw(characters, call)
  const added = characterSet(replacement.replaceAll('$$', '$'))
  // The replacement inserts the match, the text before or after it, or a group.
  const keepsMatched = /\$[&`'<\d]|\\\\?\d/.test(replacement.replaceAll('$$', '')) || replacement.includes('\\g<')
  // `x.replace(/[…]/g, '\\$&')` escapes all characters that a shell interprets, including spaces. The result is then a
  // single word.
  if (
    /^\\(?:\$[&1]|\\1|\\g<0>)$/.test(replacement) &&
    isCompleteForShell(characters) &&
    isSubset(characterSet(' \\'), characters)
  )
    return { cleared: maskOf('command'), flaws: [] }
  // If all characters that are special in regular expressions are escaped, the value matches literally.
  if (/^\\(?:\$[&1]|\\1|\\g<0>)$/.test(replacement) && isSubset(characterSet('*+(['), characters))
    return { cleared: maskOf('pattern'), flaws: [] }
  if (keepsMatched) return quoteFlaw(characters, call)
  const kept = withoutCharacters(everyCharacter, characters) | added
  const cleared =
    clearedByCharacters(kept, kept) |
    cleanedOf(characters, added) |
    singleQuotes(context, { characters, replacement, call })
  return { cleared, flaws: (cleared & maskOf('command')) === 0 ? quoteFlaw(characters, call, replacement).flaws : [] }
}

function cleanedOf(gone: CharacterSet, added: CharacterSet): TaintMask {
  const left = withoutCharacters(gone, added)
  return (
    clearedByDenied(left) |
    (isCompleteForShell(left) ? maskOf('command') : 0) |
    (isSubset(characterSet('\n'), left) ? maskOf('environment') : 0) |
    (isSubset(characterSet('/'), left) ? maskOf('path') : 0) |
    (isSubset(characterSet('<'), left) ? maskOf('html') : 0)
  )
}

/** Replacements that end a quotation in a shell, add a quote, and start a new quotation: `'\''`. */
const closingAndOpening: ReadonlySet<string> = new Set(["'\\''", "'\"'\"'"])

/** Judges replacements of `'` with `'\''`. They are safe if the result is in single quotes. */
function singleQuotes(
  { program }: GuardContext,
  {
    characters,
    replacement,
    call,
  }: { readonly characters: CharacterSet; readonly replacement: string; readonly call: number },
): TaintMask {
  if (!intersects(characters, characterSet("'")) || !closingAndOpening.has(replacement)) return 0
  const texts = [...program.users(call)].filter((user) => program.op(user) === Op.Concat)
  return texts.length > 0 && texts.every((concat) => isQuotedIn(program, concat, call)) ? maskOf('command') : 0
}

/** Reports whether a part of a string is in single quotes at each of its occurrences. */
function isQuotedIn(program: Program, concat: number, part: number): boolean {
  const isQuote = (index: number, side: 'startsWith' | 'endsWith') =>
    program.literalText(program.operand(concat, index))?.[side]("'") === true
  return operandsOf(program, concat).every(
    (operand, index) => operand !== part || (isQuote(index - 1, 'endsWith') && isQuote(index + 1, 'startsWith')),
  )
}

function quoteFlaw(
  characters: CharacterSet,
  call: number,
  replacement = '',
): { readonly cleared: TaintMask; readonly flaws: readonly Flaw[] } {
  if (
    !intersects(characters, characterSet('"\'')) ||
    isCompleteForShell(characters) ||
    closingAndOpening.has(replacement)
  )
    return nothing
  return { cleared: 0, flaws: [flaw('quotes-replaced', call)] }
}

function replacementOf(context: GuardContext, call: number, operand: number): Replacement | undefined {
  const { program } = context
  const { externals, method, receiver } = namesOfCall(context, call)
  const { values, patterns } = program.fileOf(call).semantics
  if (externals.includes('re.sub')) {
    if (program.operand(call, 3) !== operand) return undefined
    const source = onlyText(context, program.operand(call, 1))
    return source === undefined
      ? undefined
      : {
          characters: replacedCharacters(source, { flags: '', syntax: patterns.syntax }),
          text: unescaped(source),
          isEverywhere: true,
          replacement: onlyText(context, program.operand(call, 2)),
        }
  }
  if (operand !== receiver && operand !== program.operand(call, 0)) return undefined
  const what = onlyDefinition(context, program.operand(call, 1))
  const byFunction = functionReplacement(context, program.operand(call, 2))
  const replacement = byFunction?.text ?? onlyText(context, program.operand(call, 2))
  const pattern = patternIn(program, what)
  if (pattern) {
    const characters = replacedCharacters(pattern.source, { flags: pattern.flags, syntax: standardSyntax })
    return {
      characters: characters && characters & (byFunction?.replaced ?? everyCharacter),
      text: unescaped(pattern.source),
      isEverywhere: pattern.flags.includes('g'),
      replacement,
    }
  }
  const written = program.literalText(what)
  if (byFunction || written === undefined) return undefined
  return {
    characters: written.length === 1 ? characterSet(written) : undefined,
    text: written,
    isEverywhere: values.replaceAllMethods.has(method ?? ''),
    replacement,
  }
}

/** Returns the only string that a value can be. Undefined if there may be several. */
function onlyText(context: GuardContext, node: number): string | undefined {
  const [text, ...others] = new Set(constantTexts(context, node))
  return others.length === 0 ? text : undefined
}

const unescaped = (source: string): string =>
  source
    .replaceAll(/\\(.)/g, '$1')
    .replace(/^\^|\$$/g, '')
    .replace(/^\((?:\?:)?(.*)\)[+*]?$/, '$1')

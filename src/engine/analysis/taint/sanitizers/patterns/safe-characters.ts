import { maskOf, type TaintKind, taintKinds, type TaintMask } from '../../../taint-kind.ts'
import {
  characterSet,
  type CharacterSet,
  everyCharacter,
  intersects,
  isSubset,
  letters,
  lettersBeyondAscii,
  lineBreaks,
  withoutCharacters,
  wordCharacters,
} from './characters.ts'

/**
 * Characters of shells that end a word's text or begin something else, quotes among them. Blanks and wildcards change
 * arguments, not what runs.
 */
export const shellCharacters = characterSet(';&|`$()<>\n\r\'"\\')
/** What a list of forbidden characters has to have at least, to stop a shell from reading more than one command. */
export const shellSeparators = characterSet(';&|`$<>\n')
const quotes = characterSet('\'"')

/**
 * By kind: characters that a value needs to do harm. A text with none of them does none. `argument` depends on the
 * first one, `code` on what comes together.
 */
const neededCharacters: Partial<Record<TaintKind, CharacterSet>> = {
  command: shellCharacters,
  path: characterSet('/\\'),
  url: characterSet('/\\:@.?#%'),
  open: characterSet(':/\\'),
  query: withoutCharacters(everyCharacter, wordCharacters | lettersBeyondAscii | characterSet('-.:@$%')),
  deserialization: withoutCharacters(everyCharacter, wordCharacters | lettersBeyondAscii | characterSet('-.')),
  template: characterSet('{}<%$#'),
  html: characterSet('<>"\'`'),
  redirect: characterSet(':/\\'),
  environment: lineBreaks,
  reflection: letters | lettersBeyondAscii | characterSet('_$'),
  xml: characterSet('<&'),
  pattern: characterSet('*+{('),
  'url-path': characterSet('/\\%'),
  // An object is tested as the text `[object Object]`.
  condition: characterSet('['),
}

const dash = characterSet('-')
const calls = characterSet('(`')
/** `[]()!+` alone write any program (JSFuck), quotes and letters the rest. */
const codeMakers = letters | characterSet('[]{}!\'"`\\_$')

/**
 * Kinds to which a value with these characters alone, and these at its start, does no harm. Names of programs and
 * modules (`process`) are never cleared by their characters.
 */
export function clearedByCharacters(characters: CharacterSet, first: CharacterSet): TaintMask {
  let cleared: TaintMask = 0
  for (const kind of taintKinds) {
    const needed = neededCharacters[kind]
    if (needed !== undefined && !intersects(characters, needed)) cleared |= maskOf(kind)
    else if (kind === 'argument' && !intersects(first & characters, dash)) cleared |= maskOf(kind)
    else if (kind === 'code' && isHarmlessAsCode(characters)) cleared |= maskOf(kind)
  }
  return cleared
}

function isHarmlessAsCode(characters: CharacterSet): boolean {
  if (intersects(characters, characterSet('='))) return false
  return !intersects(characters, calls) || !intersects(characters, codeMakers)
}

/** Whether a list of forbidden characters leaves a shell nothing to be told with. */
export function isCompleteForShell(denied: CharacterSet): boolean {
  return isSubset(shellSeparators | quotes | characterSet('()'), denied)
}

/** Whether a list of forbidden characters is meant for a shell, complete or not. */
export function isMeantForShell(denied: CharacterSet): boolean {
  return intersects(denied, characterSet(';&|`$'))
}

/** Kinds that lack all the characters that they need. A shell's are told by `isCompleteForShell`. */
export function clearedByDenied(denied: CharacterSet): TaintMask {
  return taintKinds.reduce((cleared, kind) => {
    const needed = neededCharacters[kind]
    return needed !== undefined && kind !== 'command' && kind !== 'path' && isSubset(needed, denied)
      ? cleared | maskOf(kind)
      : cleared
  }, 0)
}

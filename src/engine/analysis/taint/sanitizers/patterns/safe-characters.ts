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
 * Shell characters that end a word's text or start other syntax, including quotes. Excludes spaces and wildcards,
 * because they change arguments but not which commands run.
 */
export const shellCharacters = characterSet(';&|`$()<>\n\r\'"\\')
/** Smallest deny list that prevents a shell from running a second command. */
export const shellSeparators = characterSet(';&|`$<>\n')
const quotes = characterSet('\'"')

/**
 * Characters without which a value is harmless, by kind. Not listed: `argument`, which depends on the first character,
 * and `code`, which depends on combinations.
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
  // An object is represented by its text, `[object Object]`.
  condition: characterSet('['),
}

const dash = characterSet('-')
const calls = characterSet('(`')
/**
 * Characters that are sufficient to write code. With `[]()!+` alone, any program can be written (JSFuck); quotes and
 * letters make it easy.
 */
const codeMakers = letters | characterSet('[]{}!\'"`\\_$')

/**
 * Returns the kinds that are cleared for a value that consists only of these characters and starts with one of `first`.
 * Program and module names (`process`) are never cleared by their characters.
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

/** Reports whether a deny list contains every character that could make a shell run a second command. */
export function isCompleteForShell(denied: CharacterSet): boolean {
  return isSubset(shellSeparators | quotes | characterSet('()'), denied)
}

/** Reports whether a deny list seems to be meant for a shell, even if it is incomplete. */
export function isMeantForShell(denied: CharacterSet): boolean {
  return intersects(denied, characterSet(';&|`$'))
}

/** Returns the kinds for which all required characters are denied. For shells, `isCompleteForShell` decides. */
export function clearedByDenied(denied: CharacterSet): TaintMask {
  return taintKinds.reduce((cleared, kind) => {
    const needed = neededCharacters[kind]
    return needed !== undefined && kind !== 'command' && kind !== 'path' && isSubset(needed, denied)
      ? cleared | maskOf(kind)
      : cleared
  }, 0)
}

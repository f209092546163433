import type { OriginalPlace } from '../model/location.ts'
import { cutToCharacters } from './check-run/cut-text.ts'

const maxCharacters = 200

/**
 * Returns the original place of a built file as `path:line`. The author of a source map chooses the paths in it, so
 * unusual paths get quotes, and all are cut to 200 characters.
 */
export function originalText({ path, line }: OriginalPlace): string {
  const shown = cutToCharacters(path.toWellFormed(), maxCharacters)
  return /^[\p{L}\p{N}./@_-]+$/u.test(shown) ? `${shown}:${line}` : `"${shown.replaceAll('"', "'")}":${line}`
}

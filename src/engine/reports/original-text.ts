import type { OriginalPlace } from '../model/location.ts'
import { cutToCharacters } from './check-run/cut-text.ts'

const longest = 200

/**
 * From what a place of a built file was made, as people write places. A map may call a source whatever its author
 * likes: what is no plain name stands in quotes, and none is longer than 200 characters.
 */
export function originalText({ path, line }: OriginalPlace): string {
  const shown = cutToCharacters(path.toWellFormed(), longest)
  return /^[\p{L}\p{N}./@_-]+$/u.test(shown) ? `${shown}:${line}` : `"${shown.replaceAll('"', "'")}":${line}`
}

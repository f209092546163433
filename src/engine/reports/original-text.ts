import type { OriginalPlace } from '../model/location.ts'
import { cutToCharacters } from './check-run/cut-text.ts'

const maxCharacters = 200

/**
 * Formats the original location of built code as `path:line`. A source map's author chooses its paths, so unusual paths
 * are quoted and all paths are truncated to 200 characters.
 */
export function originalText({ path, line }: OriginalPlace): string {
  const shown = cutToCharacters(path.toWellFormed(), maxCharacters)
  return /^[\p{L}\p{N}./@_-]+$/u.test(shown) ? `${shown}:${line}` : `"${shown.replaceAll('"', "'")}":${line}`
}

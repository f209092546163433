import { maskedStart } from './leaked-secrets/masked-part.ts'

/** Maximum length of a line of the scanned project that a finding shows, in UTF-16 code units. */
export const maxLineLength = 240

/** A longer text is cut to this length before it is shortened further, in UTF-16 code units. */
const maxTextLength = 2_960

/**
 * Returns a text of the scanned project in one line: secrets masked, invisible characters removed, then cut.
 *
 * @param maxLength in UTF-16 code units; a cut text ends with an ellipsis
 */
export function displayLine(text: string, maxLength = maxLineLength): string {
  const line = maskedStart(text, maxLength * 4)
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).toWellFormed()}…`
}

/** Returns an address without credentials and without its query, which may hold a token. Secrets are masked. */
export function displayAddress(text: string): string {
  return withoutCredentials(maskedStart(text, 2_000).slice(0, 2_000)).replaceAll(
    /(\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`?]{1,500}\?)[^\s"'`]{1,1000}/gi,
    '$1…',
  )
}

/** Returns a line of a file for a snippet: like `displayLine`, and without credentials in addresses. */
export function displaySnippet(snippet: string, path: string): string {
  return displayLine(withoutCredentials(maskedStart(snippet, maxTextLength, path)))
}

/** Removes user names and passwords from the addresses in a text. */
const withoutCredentials = (text: string): string =>
  text.slice(0, maxTextLength).replaceAll(/(\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s/@"'`]{1,500}@/gi, '$1')

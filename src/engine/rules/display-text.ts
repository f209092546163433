import { maskedStart } from './leaked-secrets/masked-part.ts'

/** Maximum length of a line from the scanned project in a finding, in UTF-16 code units. */
export const maxLineLength = 240

/** Length to which longer strings are truncated before further processing, in UTF-16 code units. */
const maxTextLength = 2_960

/**
 * Formats text from the scanned project on one line: masks secrets, removes invisible characters, then truncates it.
 *
 * @param maxLength length in UTF-16 code units; truncated text ends with an ellipsis
 */
export function displayLine(text: string, maxLength = maxLineLength): string {
  const line = maskedStart(text, maxLength * 4)
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).toWellFormed()}…`
}

/**
 * Returns a URL with secrets masked, and without its credentials and its query, because a query may contain a token.
 */
export function displayAddress(text: string): string {
  return withoutCredentials(maskedStart(text, 2_000).slice(0, 2_000)).replaceAll(
    /(\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`?]{1,500}\?)[^\s"'`]{1,1000}/gi,
    '$1…',
  )
}

/** Formats a line of a file for a snippet: like `displayLine`, but also removes credentials from URLs. */
export function displaySnippet(snippet: string, path: string): string {
  return displayLine(withoutCredentials(maskedStart(snippet, maxTextLength, path)))
}

/** Removes user names and passwords from URLs in a text. */
const withoutCredentials = (text: string): string =>
  text.slice(0, maxTextLength).replaceAll(/(\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s/@"'`]{1,500}@/gi, '$1')

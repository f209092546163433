import type { Candidate } from './credential-search.ts'
import { base64Start } from './encoded-text.ts'

/** Characters after a password that cannot belong to it: closing quotes and brackets, and separators. */
const closing = /^["'`),;\]}>]*$/

/** Maximum number of bytes read after a password. */
const maxRestBytes = 200

/**
 * Returns the part of a text to mask for a candidate. It is longer than the candidate if the pattern may match only
 * part of the secret.
 */
export function hiddenPart(
  text: Buffer,
  { start, end, secret, credential }: Candidate,
): { start: number; end: number } {
  const after = text.toString('latin1', end, end + maxRestBytes)
  return {
    start: credential.startsInside ? base64Start(text, start) : start,
    end:
      end +
      (credential.endsBefore
        ? restBefore(credential.endsBefore, after)
        : credential.isChosen
          ? passwordRest(text.toString('latin1', start - 1, start), secret, after)
          : 0),
  }
}

/** Returns the number of characters of a line before what ends a secret. It is the whole line if nothing ends it. */
function restBefore(ending: RegExp, after: string): number {
  const line = lineOf(after)
  const at = line.search(ending)
  return at < 0 ? line.length : at
}

const lineOf = (text: string): string => /^[^\r\n]*/.exec(text)?.[0] ?? ''

/**
 * Returns how many characters after a password may belong to it. A user can choose any character for a password, but a
 * pattern ends at the first character that usually ends one.
 *
 * @param before character before the password
 * @param password text that the pattern matched
 * @param after text after the password
 */
export function passwordRest(before: string, password: string, after: string): number {
  const line = lineOf(after)
  if (before === '"' || before === "'" || before === '`') {
    const close = closingQuote(password, line, before)
    if (close !== undefined) return close
  }
  const run = /^\S*/.exec(line)?.[0] ?? ''
  return closing.test(run) || run.startsWith('<') || run.startsWith('@') ? 0 : run.length
}

/** Returns the position of the quote that closes the one before a password, skipping escaped quotes. */
function closingQuote(password: string, line: string, quote: string): number | undefined {
  let escaped = password.endsWith('\\')
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === quote && !escaped) return at
    escaped = line[at] === '\\' && !escaped
  }
  return undefined
}

import type { Candidate } from './credential-search.ts'
import { base64Start } from './encoded-text.ts'

/** Characters after a password that cannot belong to it: what closes the text, or what separates it from the next. */
const closing = /^["'`),;\]}>]*$/

/** Bytes after a password that are read. */
const maxRestBytes = 200

/**
 * Returns the part of a text that masking a candidate hides: more than the candidate if its pattern does not have to
 * match the whole secret.
 */
export function hiddenPart(
  text: Buffer,
  { start, end, secret, credential }: Candidate,
): { start: number; end: number } {
  return {
    start: credential.startsInside ? base64Start(text, start) : start,
    end: credential.isChosen
      ? end +
        passwordRest(
          text.toString('latin1', start - 1, start),
          secret,
          text.toString('latin1', end, end + maxRestBytes),
        )
      : end,
  }
}

/**
 * Returns how many characters after a password may belong to it. A person can choose any character for a password, but
 * a pattern ends at the first one that usually ends it.
 *
 * @param before the character before the password
 * @param password the text that the pattern matched
 * @param after the text after it
 */
export function passwordRest(before: string, password: string, after: string): number {
  const line = /^[^\r\n]*/.exec(after)?.[0] ?? ''
  if (before === '"' || before === "'" || before === '`') {
    const close = closingQuote(password, line, before)
    if (close !== undefined) return close
  }
  const run = /^\S*/.exec(line)?.[0] ?? ''
  return closing.test(run) || run.startsWith('<') || run.startsWith('@') ? 0 : run.length
}

/** Returns where the quote closes that opened before a password, skipping quotes after a backslash. */
function closingQuote(password: string, line: string, quote: string): number | undefined {
  let escaped = password.endsWith('\\')
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === quote && !escaped) return at
    escaped = line[at] === '\\' && !escaped
  }
  return undefined
}

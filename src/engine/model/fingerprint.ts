import { createHash } from 'node:crypto'

/**
 * Identifies a finding over scans: the same parts give the same fingerprint, whatever the line or the
 * time. 32 hexadecimal digits of SHA-256 over the parts, each preceded by its length so that no two lists collide.
 */
export function fingerprint(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex').slice(0, 32)
}

/** What a finding in code is about, without where that stands. */
export interface CodeContext {
  readonly ruleId: string
  /** The lines of the finding, as they stand in the file. */
  readonly code: string
  /** The function, method or class around them, such as `Server.call`; absent at the top of a file. */
  readonly symbol?: string | undefined
}

/**
 * Fingerprints of findings in code, one for each in their order: by rule, code and enclosing symbol, and by the
 * how-manieth it is of those that are alike. Without path and line, so that moved lines, another indentation, a
 * formatter's spaces and a renamed file keep them; of several alike, in whatever files, one more or one less adds or
 * ends only the last.
 */
export function codeFingerprints(contexts: readonly CodeContext[]): string[] {
  const alike = new Map<string, number>()
  return contexts.map(({ ruleId, code, symbol = '' }) => {
    const parts = [ruleId, symbol, withoutSpacing(code)]
    const key = fingerprint(parts)
    const occurrence = (alike.get(key) ?? 0) + 1
    alike.set(key, occurrence)
    return occurrence === 1 ? key : fingerprint([...parts, String(occurrence)])
  })
}

/**
 * White space only where it parts two words: what indentation, line breaks and formatters change is none of the code.
 */
function withoutSpacing(code: string): string {
  return code
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_$]) | (?![\p{L}\p{N}_$])/gu, '')
}

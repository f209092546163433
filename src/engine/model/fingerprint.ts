import { createHash } from 'node:crypto'

/**
 * Returns an identifier that is stable across scans: it depends only on the parts, not on lines or times. The result is
 * 32 hexadecimal digits of SHA-256. Each part is prefixed with its length so that no two lists collide.
 */
export function fingerprint(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex').slice(0, 32)
}

/** The code a finding refers to, without its location. */
export interface CodeContext {
  readonly ruleId: string
  /** Source lines of the finding. */
  readonly code: string
  /** Enclosing function, method, or class, such as `Server.call`. Absent at the top level of a file. */
  readonly symbol?: string | undefined
}

/**
 * Returns one fingerprint for each finding in code, in order. It is computed from the rule, the code, the enclosing
 * symbol, and a counter for equal findings. Path and line are not part of it, so fingerprints survive moved lines,
 * indentation, formatting, and renamed files. If one of several equal findings is added or fixed, only the last
 * fingerprint is added or removed.
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
 * Keeps whitespace only between two words, so that indentation, line breaks, and formatters do not change the result.
 */
function withoutSpacing(code: string): string {
  return code
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_$]) | (?![\p{L}\p{N}_$])/gu, '')
}

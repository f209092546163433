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

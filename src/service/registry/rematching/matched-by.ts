import { createHash } from 'node:crypto'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'

/**
 * Identifies the method of matching. With a different engine or different feeds, the same advisories may lead to
 * different results.
 */
export function matchedBy(bases: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([engineVersion(), bases]))
    .digest('base64url')
}

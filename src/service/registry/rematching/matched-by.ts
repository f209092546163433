import { createHash } from 'node:crypto'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'

/**
 * Returns a string that identifies the matching method. A different engine or different feeds can produce different
 * results from the same advisories.
 */
export function matchedBy(bases: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([engineVersion(), bases]))
    .digest('base64url')
}

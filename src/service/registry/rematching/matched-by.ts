import { createHash } from 'node:crypto'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'

/**
 * Returns a text that identifies the matching method. With another engine or other feeds, the same advisories can lead
 * to different results.
 */
export function matchedBy(bases: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([engineVersion(), bases]))
    .digest('base64url')
}

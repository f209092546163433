import { createHash } from 'node:crypto'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'

/**
 * Stands for how package versions are matched: with another engine, or by other feeds, equal advisories may say
 * something else.
 */
export function matchedBy(bases: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([engineVersion(), bases]))
    .digest('base64url')
}

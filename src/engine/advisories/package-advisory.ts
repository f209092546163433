import type { AffectedEntry } from './affected-entry.ts'
import type { AdvisoryDescription } from './description.ts'

/** Data of one advisory about one package, prepared for version queries. */
export interface PackageAdvisory extends AdvisoryDescription {
  readonly entries: readonly AffectedEntry[]
}

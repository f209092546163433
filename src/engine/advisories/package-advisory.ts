import type { AffectedEntry } from './affected-entry.ts'
import type { AdvisoryDescription } from './description.ts'

/** An advisory's data about one package, prepared for version queries. */
export interface PackageAdvisory extends AdvisoryDescription {
  readonly entries: readonly AffectedEntry[]
}

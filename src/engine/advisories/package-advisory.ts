import type { AffectedEntry } from './affected-entry.ts'
import type { AdvisoryDescription } from './description.ts'

/** What one advisory says of one package, ready to be asked about versions. */
export interface PackageAdvisory extends AdvisoryDescription {
  readonly entries: readonly AffectedEntry[]
}

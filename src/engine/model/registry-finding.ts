import type { FindingRecord } from './finding-record.ts'

/** A finding of a server of the registry, and when it was first seen there. */
export interface RegistryFinding {
  readonly finding: FindingRecord
  /** ISO 8601. */
  readonly firstSeenAt: string
}

import type { FindingRecord } from './finding-record.ts'

/** A finding for a server in the registry, with the time when it was first seen. */
export interface RegistryFinding {
  readonly finding: FindingRecord
  /** ISO 8601 time. */
  readonly firstSeenAt: string
}

import type { Finding } from './finding.ts'

/** A finding of a server of the registry, and when it was first seen there. */
export interface RegistryFinding {
  readonly finding: Finding
  /** ISO 8601. */
  readonly firstSeenAt: string
}

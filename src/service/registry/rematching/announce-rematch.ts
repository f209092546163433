import type { Database } from '../../db/client.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ServerChange } from '../entries/announce-server-change.ts'

/** A finding that there is now because more is known, and not because the project changed. */
export interface OpenedFlaw {
  readonly finding: Finding
  /** What the flaw is, in a line. */
  readonly summary: string
}

interface RematchedProject {
  /** The newest scan of the project. */
  readonly scanId: string
  /** Its address. */
  readonly url: string
  readonly at: Date
  /** When the scan ended. */
  readonly scannedAt: Date
  /** All that it has now. */
  readonly findings: readonly Finding[]
  /** Worst first. */
  readonly opened: readonly OpenedFlaw[]
  /** Those that were there, were less bad and are critical or high now. */
  readonly escalated: readonly OpenedFlaw[]
}

/** A server of the registry whose stored answer is another one. */
export interface RematchedServer
  extends RematchedProject, Pick<ServerChange, 'server' | 'before' | 'after' | 'cause' | 'advisories'> {
  /** Number of the point of its history that says so; undefined where its numbers are the same. */
  readonly point: number | undefined
}

/** A repository of an account whose newest scan of the default branch says something else now. */
export interface RematchedRepository extends RematchedProject {
  readonly accountId: string
}

/** Hears of stored answers that are others now, in the transaction that stores them. */
export type AnnounceRematch = (
  tx: Database,
  rematched: { readonly servers: readonly RematchedServer[]; readonly repositories: readonly RematchedRepository[] },
) => Promise<void>

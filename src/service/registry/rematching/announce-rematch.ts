import type { Database } from '../../db/client.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ServerChange } from '../entries/announce-server-change.ts'

/** A finding that exists because of new advisories, and not because the project changed. */
export interface OpenedFlaw {
  readonly finding: Finding
  /** One-line summary of the vulnerability. */
  readonly summary: string
}

interface RematchedProject {
  /** The newest scan of the project. */
  readonly scanId: string
  readonly url: string
  readonly at: Date
  readonly scannedAt: Date
  /** All findings, including the changes. */
  readonly findings: readonly Finding[]
  /** New findings, most severe first. */
  readonly opened: readonly OpenedFlaw[]
  /** Findings that are now critical or high, and were less severe before. */
  readonly escalated: readonly OpenedFlaw[]
}

/** Registry server whose stored result changed. */
export interface RematchedServer
  extends RematchedProject, Pick<ServerChange, 'server' | 'before' | 'after' | 'cause' | 'advisories'> {
  /** Number of the new history point. Undefined if the server's score and counts did not change. */
  readonly point: number | undefined
}

/** Repository whose result for the newest default branch scan changed. */
export interface RematchedRepository extends RematchedProject {
  readonly accountId: string
}

/** Called for changed results, in the transaction that stores them. */
export type AnnounceRematch = (
  tx: Database,
  rematched: { readonly servers: readonly RematchedServer[]; readonly repositories: readonly RematchedRepository[] },
) => Promise<void>

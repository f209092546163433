import type { Database } from '../../db/client.ts'
import { listServerHistory, type RegistryHistoryRow } from '../../db/registry/history-list.ts'
import { findServerParts, type RegistryServerRow, type RegistrySourceRow } from '../../db/registry/servers.ts'
import { listGradedVersions, type ScannedVersion } from '../../db/registry/versions.ts'
import { pageLimits } from '../page-limits.ts'
import { findVerdict, type VerdictFacts } from './find-verdict.ts'

/** Reader of the server pages. */
export interface Reader {
  /** True if the reader is a verified maintainer of the server. */
  readonly isMaintainer: boolean
}

/** Data shared by all of a server's tabs. */
export interface ServerFrame {
  readonly server: RegistryServerRow
  readonly sources: readonly RegistrySourceRow[]
  readonly isClaimed: boolean
  /** Score history, newest first. */
  readonly history: readonly RegistryHistoryRow[]
  /** Completely scanned versions, most recently scanned first. */
  readonly versions: readonly ScannedVersion[]
  readonly verdict: VerdictFacts
}

/** Reads the data shared by all of a server's tabs. */
export async function findServerFrame(db: Database, server: RegistryServerRow, reader: Reader): Promise<ServerFrame> {
  const [{ sources, isClaimed }, history, versions] = await Promise.all([
    findServerParts(db, server.id),
    listServerHistory(db, server.id, pageLimits.maxHistoryPoints),
    listGradedVersions(db, server, pageLimits.maxVersions),
  ])
  const verdict = await findVerdict(db, { server, sources, versions }, reader)
  return { server, sources, isClaimed, history, versions, verdict }
}

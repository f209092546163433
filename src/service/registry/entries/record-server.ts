import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import { lockEntries } from '../../db/registry/entries.ts'
import { findSourceAt } from '../../db/registry/sources.ts'
import { findScanById } from '../../db/scans/scans.ts'
import { implementsServer } from '../../../engine/project-facts/implements-server.ts'
import type { Queue } from '../../queue/queue.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import { currentRevision } from './current-revision.ts'
import { recordScan } from './record-scan.ts'
import { goneSource } from './gone-source.ts'
import { publicScan } from './public-scan.ts'
import { sourceNameOf } from './source-name.ts'

export interface RecordContext {
  readonly db: Database
  readonly queue: Queue
  /** Access to sources. Must have no credentials, because only public sources belong in the registry. */
  readonly sources: SourceReach
  readonly advisoryBases: readonly string[]
  readonly announceServerChange: AnnounceServerChange
  readonly log: Pick<Logger, 'info'>
}

const maxAsked = 3

/**
 * Job handler: applies the end of a scan to the registry. A public project that implements a server gets an entry.
 * Score, findings, and tools change only with a complete scan of the current revision. The job requests the current
 * revision from the source and does not trust the scan. Idempotent.
 */
export async function recordServer(
  context: RecordContext,
  { scanId }: { readonly scanId: string },
  {
    signal,
    asked = 1,
  }: { readonly signal: AbortSignal; /** Number of requests sent to the source. */ readonly asked?: number },
): Promise<void> {
  const row = await findScanById(context.db, scanId)
  const scan = row && publicScan(row)
  if (!scan) return
  const evidence = implementsServer(scan.facts, scan.tools)
  if (!evidence.isServer && !(await findSourceAt(context.db, scan.source.canonicalUrl, scan.source.folder ?? '')))
    return context.log.info({ scanId, reason: evidence.reason }, 'registry entry skipped: not a server')
  const named = { type: scan.source.type, canonicalUrl: scan.source.canonicalUrl, name: sourceNameOf(scan.source) }
  const askedAt = new Date()
  const current = await currentRevision(context.sources, named, signal)
  const changed = await context.db.transaction(async (tx) => {
    await lockEntries(tx)
    // During the request to the source, it may have become private, or advisories may have changed the result.
    const still = await findScanById(tx, scanId)
    const entering = still && publicScan(still)
    if (!entering) return []
    const known = await findSourceAt(tx, scan.source.canonicalUrl, scan.source.folder ?? '')
    // Another job received a different response in the meantime. Only the source knows which one is current. The number
    // of retries is limited, because machine clocks differ.
    if (
      asked < maxAsked &&
      current.isPublic &&
      known?.resolvedAt &&
      known.resolvedAt > askedAt &&
      known.currentRevision !== current.revision
    )
      return undefined
    if (!current.isPublic) return goneSource(context, tx, scan.source.canonicalUrl, new Date())
    const ids = await recordScan(context, tx, entering, {
      evidence,
      currentRevision: current.revision,
      advisoryBases: context.advisoryBases,
      now: new Date(),
    })
    for (const serverId of ids) await context.queue.enqueue(tx, 'measure-server', { serverId }, { key: serverId })
    await context.queue.enqueue(tx, 'rematch-advisories', {}, { key: 'all' })
    return ids
  })
  if (!changed) return recordServer(context, { scanId }, { signal, asked: asked + 1 })
  context.log.info({ scanId, servers: changed }, 'registry entries recorded')
}

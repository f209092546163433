import { randomUUID } from 'node:crypto'
import { findAskedScan, noteAskedScan, noteScanOfAsked } from '../../db/registry/asked-scans.ts'
import { listClaimedSources } from '../../db/registry/claims.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { maintainerLimits } from './maintainer-limits.ts'
import { currentTarget } from '../../../engine/sources/package-naming.ts'
import { type QueueFull, requestScan } from '../../scans/request-scan.ts'
import type { TicketContext } from '../../scans/tickets.ts'

/** Reason why no scan was requested: a recent request, a server without sources, or too many waiting scans. */
export type NoScan =
  | { readonly reason: 'too soon'; readonly nextAt: Date }
  | { readonly reason: 'no source' | QueueFull }

/** Thrown to roll back the transaction if the requested scan could not be created. */
class TurnedAway extends Error {
  readonly reason: QueueFull

  constructor(reason: QueueFull) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Scans a server's current revision for an account. The scan counts toward the account's limits and updates the entry
 * like every complete scan. The source is read without credentials. Limited to one scan per server and hour, across all
 * accounts.
 */
export async function askForScan(
  context: TicketContext,
  {
    server,
    accountId,
    keyId,
    now,
  }: { readonly server: RegistryServerRow; readonly accountId: string; readonly keyId: string; readonly now: Date },
): Promise<ScanRow | NoScan> {
  const [source] = await listClaimedSources(context.db, server)
  if (!source) return { reason: 'no source' }
  const target = currentTarget(source)
  const { rescanIntervalMs: rescanMs } = maintainerLimits
  try {
    const scan = await context.db.transaction(async (tx) => {
      const id = randomUUID()
      if (
        !(await noteAskedScan(tx, {
          id,
          serverId: server.id,
          target,
          url: source.canonicalUrl,
          now,
          lastBefore: new Date(now.getTime() - rescanMs),
        }))
      )
        return undefined
      const made = await requestScan(
        { ...context, db: tx },
        { accountId, url: source.canonicalUrl, target, failOn: 'high', submittedByKey: keyId, asAnybody: true },
      )
      if (typeof made === 'string') throw new TurnedAway(made)
      await noteScanOfAsked(tx, id, made.id)
      return made
    })
    if (scan) return scan
  } catch (error) {
    if (error instanceof TurnedAway) return { reason: error.reason }
    throw error
  }
  const asked = await findAskedScan(context.db, server.id)
  return { reason: 'too soon', nextAt: new Date((asked?.createdAt ?? now).getTime() + rescanMs) }
}

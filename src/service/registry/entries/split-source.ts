import type { Database } from '../../db/client.ts'
import { findEntry, lockEntries } from '../../db/registry/entries.ts'
import { findSourceAt, updateSource } from '../../db/registry/sources.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import { regroup } from './regroup.ts'
import { refreshServer } from './refresh-server.ts'

interface Split {
  readonly canonicalUrl: string
  readonly folder: string
  /** False to allow joining previously split sources again. */
  readonly apart: boolean
  readonly now: Date
}

/**
 * Separates a package or repository from the sources that it was joined with, regardless of what they declare about
 * each other, or allows joining them again. Returns the affected slugs, sorted, or undefined if the source does not
 * exist.
 */
export async function splitSource(
  context: { readonly db: Database; readonly announceServerChange: AnnounceServerChange },
  { canonicalUrl, folder, apart, now }: Split,
): Promise<string[] | undefined> {
  return context.db.transaction(async (tx) => {
    await lockEntries(tx)
    const source = await findSourceAt(tx, canonicalUrl, folder)
    if (!source) return undefined
    await updateSource(tx, source.id, { isHeldApart: apart })
    const servers = await regroup(context, tx, { ...source, isHeldApart: apart }, now)
    for (const serverId of servers) await refreshServer(context, tx, serverId, { now })
    const rows = await Promise.all(servers.map((id) => findEntry(tx, id)))
    return rows.flatMap((row) => row?.slug ?? []).toSorted()
  })
}

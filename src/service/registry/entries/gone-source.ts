import type { Database } from '../../db/client.ts'
import { listSourcesAt, updateSource } from '../../db/registry/sources.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import { regroup } from './regroup.ts'
import { refreshServer } from './refresh-server.ts'

/**
 * Not everybody can read a repository any more, or a package is no more: it is parted from what it was joined with and
 * is in no answer, until a scan shows that everybody can read it again. Alone in the registry until the transaction
 * ends (`lockEntries`). Returns the servers that it was about.
 */
export async function goneSource(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  canonicalUrl: string,
  now: Date,
): Promise<string[]> {
  return setGone(context, tx, canonicalUrl, now, now)
}

/** Everybody can read it again. */
export async function backSource(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  canonicalUrl: string,
  now: Date,
): Promise<string[]> {
  return setGone(context, tx, canonicalUrl, null, now)
}

async function setGone(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  canonicalUrl: string,
  goneAt: Date | null,
  now: Date,
): Promise<string[]> {
  const changed = new Set<string>()
  for (const source of await listSourcesAt(tx, canonicalUrl)) {
    if ((source.goneAt === null) === (goneAt === null)) continue
    await updateSource(tx, source.id, { goneAt })
    for (const serverId of await regroup(context, tx, { ...source, goneAt }, now)) changed.add(serverId)
  }
  for (const serverId of changed) await refreshServer(context, tx, serverId, { now })
  return [...changed]
}

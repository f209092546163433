import type { Database } from '../../db/client.ts'
import { lockEntries } from '../../db/registry/entries.ts'
import { listSourcesAt } from '../../db/registry/sources.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import { backSource, goneSource } from './gone-source.ts'

/**
 * Does to the registry, within `tx`, what a host tells of one of its repositories: one that is private or gone leaves
 * at once, one that everybody can read is back. What the registry does not have stays out of it.
 */
export async function hearOfRepository(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  { url, isPublic, now }: { readonly url: string; readonly isPublic: boolean; readonly now: Date },
): Promise<void> {
  const canonicalUrl = url.toLowerCase()
  // Looked for when alone: an entry that is being made is there afterwards, or is not made.
  await lockEntries(tx)
  if ((await listSourcesAt(tx, canonicalUrl)).length === 0) return
  await (isPublic ? backSource : goneSource)(context, tx, canonicalUrl, now)
}

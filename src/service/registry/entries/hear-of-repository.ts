import type { Database } from '../../db/client.ts'
import { lockEntries } from '../../db/registry/entries.ts'
import { listSourcesAt } from '../../db/registry/sources.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import { backSource, goneSource } from './gone-source.ts'

/**
 * Applies a repository event from a GitHub host to the registry, in `tx`. A repository that became private or was
 * deleted is hidden immediately, and one that became public is shown again. Repositories that are not in the registry
 * are not added.
 */
export async function hearOfRepository(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  { url, isPublic, now }: { readonly url: string; readonly isPublic: boolean; readonly now: Date },
): Promise<void> {
  const canonicalUrl = url.toLowerCase()
  // Searched under the lock. An entry that is created concurrently is therefore either found or never created.
  await lockEntries(tx)
  if ((await listSourcesAt(tx, canonicalUrl)).length === 0) return
  await (isPublic ? backSource : goneSource)(context, tx, canonicalUrl, now)
}

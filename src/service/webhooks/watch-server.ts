import { findAccount } from '../db/accounts/accounts.ts'
import type { Database } from '../db/client.ts'
import {
  countServerWatches,
  findServerWatch,
  insertServerWatch,
  type ServerWatchRow,
} from '../db/registry/server-watches.ts'
import { subscriptionLimits } from './subscription-limits.ts'

/** Watches a server for the account unless the account has reached its limit. An existing watch does not change. */
export async function watchServer(
  db: Database,
  { accountId, slug, now }: { accountId: string; slug: string; now: Date },
): Promise<ServerWatchRow | 'too many'> {
  return db.transaction(async (tx) => {
    await findAccount(tx, accountId, { lock: true })
    const known = await findServerWatch(tx, accountId, slug)
    if (known) return known
    if ((await countServerWatches(tx, accountId)) >= subscriptionLimits.maxWatches) return 'too many'
    const watch = await insertServerWatch(tx, { accountId, slug, createdAt: now })
    if (!watch) throw new Error('another transaction created the watch, although the account is locked')
    return watch
  })
}

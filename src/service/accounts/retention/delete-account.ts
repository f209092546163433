import { createHash } from 'node:crypto'
import {
  type AccountDeletionRow,
  beginAccountDeletion,
  finishAccountDeletion,
  ownedRows,
  removeAccountRow,
  removeOwnedRows,
} from '../../db/accounts/removal.ts'
import type { AccountRow } from '../../db/accounts/accounts.ts'
import type { Database } from '../../db/client.ts'
import { removeUnusedInventories } from '../../db/scans/inventories.ts'
import type { ResultCache } from '../../../engine/scanner/result-cache.ts'

/** What was deleted of an account, as it is shown and hashed. */
export interface DeletionProof {
  readonly accountId: string
  /** ISO 8601, in UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  /** Tables by name, each with the number of its rows that went. */
  readonly removed: readonly (readonly [table: string, rows: number])[]
}

export interface DeletionContext {
  readonly db: Database
  readonly fileResults: Pick<ResultCache, 'forget'>
  readonly now: () => Date
  /** Resolves when a scan that was running has noticed its end, and writes nothing more. */
  readonly untilWritesEnd: () => Promise<void>
  /** Writes down, in the transaction that ends it, who did it. */
  readonly record: (tx: Database, digest: string) => Promise<void>
}

/**
 * Deletes an account and everything that is its own, a batch at a time, and keeps the proof. What the registry shows of
 * public sources stays: it says nothing of who had it scanned. What is interrupted goes on when it is called again.
 */
export async function deleteAccount(
  { db, fileResults, now, untilWritesEnd, record }: DeletionContext,
  { id: accountId }: Pick<AccountRow, 'id'>,
): Promise<{ proof: DeletionProof; digest: string }> {
  const deletion = await beginAccountDeletion(db, accountId, now())
  for (const rows of ownedRows) while (await removeOwnedRows(db, deletion, rows));
  await untilWritesEnd()
  await fileResults.forget(`account:${accountId}`)
  const proven = await db.transaction(async (tx) => {
    // What came meanwhile, as long as there was an account for it to be of.
    for (const rows of ownedRows) await removeOwnedRows(tx, deletion, rows)
    const proof = proofOf(await removeAccountRow(tx, deletion), now())
    const digest = digestOf(proof)
    await finishAccountDeletion(tx, deletion.id, { finishedAt: new Date(proof.finishedAt), digest })
    await record(tx, digest)
    return { proof, digest }
  })
  while ((await removeUnusedInventories(db)) > 0);
  return proven
}

/** The proof of a deletion that finishes now, or has finished. */
export function proofOf(
  { accountId, startedAt, removed }: Pick<AccountDeletionRow, 'accountId' | 'startedAt' | 'removed'>,
  finishedAt: Date,
): DeletionProof {
  const counts = Object.entries(removed).sort(([one], [other]) => (one < other ? -1 : 1))
  return { accountId, startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString(), removed: counts }
}

/** SHA-256 over the proof as JSON, in hex. */
export function digestOf({ accountId, startedAt, finishedAt, removed }: DeletionProof): string {
  return createHash('sha256').update(JSON.stringify({ accountId, startedAt, finishedAt, removed })).digest('hex')
}

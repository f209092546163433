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
import { namespacesOfAccount, type ResultCache } from '../../../engine/scanner/result-cache.ts'

/** Proof of a deletion, as displayed and hashed. */
export interface DeletionProof {
  readonly accountId: string
  /** Time when the deletion started, ISO 8601 in UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  /** Number of deleted rows by table. */
  readonly removed: readonly (readonly [table: string, rows: number])[]
}

export interface DeletionContext {
  readonly db: Database
  readonly fileResults: Pick<ResultCache, 'forget'>
  readonly now: () => Date
  /** Resolves when running scans have stopped and written their last data. */
  readonly untilWritesEnd: () => Promise<void>
  /** Records who deleted the account, in the transaction that completes the deletion. */
  readonly record: (tx: Database, digest: string) => Promise<void>
}

/**
 * Deletes an account and all its data in batches, and keeps a proof. The registry keeps its data about public sources,
 * which does not reveal who requested a scan. Another call continues an interrupted deletion.
 */
export async function deleteAccount(
  { db, fileResults, now, untilWritesEnd, record }: DeletionContext,
  { id: accountId }: Pick<AccountRow, 'id'>,
): Promise<{ proof: DeletionProof; digest: string }> {
  const deletion = await beginAccountDeletion(db, accountId, now())
  for (const rows of ownedRows) while (await removeOwnedRows(db, deletion, rows));
  await untilWritesEnd()
  for (const namespace of namespacesOfAccount(accountId)) await fileResults.forget(namespace)
  const proven = await db.transaction(async (tx) => {
    // Deletes rows that were added during the batches, while the account still existed.
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

/** Returns the proof of a deletion that finishes now or has already finished. */
export function proofOf(
  { accountId, startedAt, removed }: Pick<AccountDeletionRow, 'accountId' | 'startedAt' | 'removed'>,
  finishedAt: Date,
): DeletionProof {
  const counts = Object.entries(removed).sort(([one], [other]) => (one < other ? -1 : 1))
  return { accountId, startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString(), removed: counts }
}

/** Returns the SHA-256 of the proof as JSON, in hexadecimal. */
export function digestOf({ accountId, startedAt, finishedAt, removed }: DeletionProof): string {
  return createHash('sha256').update(JSON.stringify({ accountId, startedAt, finishedAt, removed })).digest('hex')
}

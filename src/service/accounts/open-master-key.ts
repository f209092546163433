import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { findMasterKeyCheck, keepMasterKeyCheck } from '../db/installation.ts'
import { type MasterKey, masterKeyFrom, readOrCreateSecret, readSecret } from './master-key.ts'

/**
 * Opens the master key for this database, from ASSAY_SECRET (`configured`) or the data folder. Creates a key only for a
 * new database. Returns undefined if the key is missing or does not match the database, because continuing would reject
 * every API key and lose every stored secret.
 */
export async function openMasterKey(
  db: Database,
  {
    configured,
    dataDir,
    peppers,
  }: { configured: string | undefined; dataDir: string; peppers?: readonly [string, ...string[]] | undefined },
): Promise<MasterKey | undefined> {
  const known = await findMasterKeyCheck(db)
  const secret = configured ?? (known ? readSecret(dataDir) : readOrCreateSecret(dataDir))
  if (secret === undefined) return undefined
  const masterKey = masterKeyFrom(secret, peppers)
  const check = masterKey.derive('key-check')
  return timingSafeEqual(await keepMasterKeyCheck(db, check), check) ? masterKey : undefined
}

import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { findMasterKeyCheck, keepMasterKeyCheck } from '../db/installation.ts'
import { type MasterKey, masterKeyFrom, readOrCreateSecret, readSecret } from './master-key.ts'

/**
 * The master key of this database, from ASSAY_SECRET (`configured`) or the data folder; a new one is
 * made for a new database only. Undefined when the key that there is, or its absence, does not fit the
 * database: going on would refuse every API key and lose every secret that is stored.
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

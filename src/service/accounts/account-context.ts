import type { Database } from '../db/client.ts'
import type { MasterKey } from './master-key.ts'

/** Dependencies for work on accounts and their secrets. */
export interface AccountContext {
  readonly db: Database
  readonly masterKey: MasterKey
}

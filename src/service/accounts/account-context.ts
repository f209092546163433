import type { Database } from '../db/client.ts'
import type { MasterKey } from './master-key.ts'

/** Dependencies of account operations, including the secrets that protect accounts. */
export interface AccountContext {
  readonly db: Database
  readonly masterKey: MasterKey
}

import type { Database } from '../db/client.ts'
import type { MasterKey } from './master-key.ts'

/** What work on accounts and their secrets needs. */
export interface AccountContext {
  readonly db: Database
  readonly masterKey: MasterKey
}

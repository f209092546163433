import { insertAudit } from '../db/accounts/audit.ts'
import type { Database } from '../db/client.ts'
import type { Caller } from './authenticate.ts'

/** Longest text that the log keeps of a name that somebody chose. */
const maxCharacters = 400

/** Writes down what a caller did to their account. Neither text may hold a secret. */
export async function recordAudit(
  db: Database,
  caller: Caller,
  { action, subject }: { action: string; subject: string },
  now: Date,
): Promise<void> {
  await insertAudit(db, {
    accountId: caller.accountId,
    actor: caller.session?.name ?? `key mcp_${caller.keyPrefix}_…`,
    action,
    subject: subject.slice(0, maxCharacters),
    at: now,
  })
}

import { insertAudit } from '../db/accounts/audit.ts'
import type { Database } from '../db/client.ts'
import type { Caller } from './authenticate.ts'

/** Maximum length of a user-defined name in the log. */
const maxCharacters = 400

/** Records an action that a caller takes on their own account. The texts must not contain secrets. */
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

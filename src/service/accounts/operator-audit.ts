import { insertAudit } from '../db/accounts/audit.ts'
import type { Database } from '../db/client.ts'
import { registryAccount } from '../../engine/model/registry-account.ts'

const maxCharacters = 400

/**
 * Records an operator's CLI action in the account's audit log, which its owners can read. Actions that concern no
 * account are recorded for the registry. `action` is the command name. The texts must not contain secrets.
 */
export async function recordOperatorAct(
  db: Database,
  { accountId = registryAccount.id, action, subject }: { accountId?: string; action: string; subject: string },
): Promise<void> {
  await insertAudit(db, {
    accountId,
    actor: 'operator at the command line',
    action,
    subject: subject.slice(0, maxCharacters),
    at: new Date(),
  })
}

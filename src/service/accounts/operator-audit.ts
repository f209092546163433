import { insertAudit } from '../db/accounts/audit.ts'
import type { Database } from '../db/client.ts'
import { registryAccount } from '../../engine/model/registry-account.ts'

const maxCharacters = 400

/**
 * Writes down what whoever runs the service did at the command line, where owners of the account see it; what concerns
 * no account stands with the registry's. `action` is the name of the command. Neither text may hold a secret.
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

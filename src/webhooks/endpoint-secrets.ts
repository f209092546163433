import type { MasterKey } from '../accounts/master-key.ts'
import type { WebhookSecrets } from '../accounts/webhook-secret.ts'

/** The secrets of an endpoint that sign at a moment, in clear; parts of a row of `webhook_endpoints`. */
export function endpointSecretsOf(_context: { readonly masterKey: MasterKey }, _endpoint: { id: string; secretSealed: Buffer; previousSecretSealed: Buffer | null; previousSecretUntil: Date | null }, _now: Date): WebhookSecrets {
  throw new Error('not built yet')
}

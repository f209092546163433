import type { AccountContext } from '../accounts/account-context.ts'
import {
  openSecrets,
  replaceSecret,
  type RotatedWebhookSecret,
  type RotationUnderWay,
  type SealedSecrets,
  type WebhookSecrets,
} from '../accounts/sealed-secrets.ts'
import {
  lockWebhookEndpoint,
  type SealedWebhookEndpointRow,
  updateWebhookEndpoint,
  type WebhookEndpointRow,
} from '../db/webhooks/endpoints.ts'

/** Endpoint fields that are needed to decrypt its secrets. */
type SealedEndpoint = Pick<
  SealedWebhookEndpointRow,
  'id' | 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil'
>

/** Returns an endpoint's active secrets in plaintext. */
export function endpointSecretsOf(
  { masterKey }: Pick<AccountContext, 'masterKey'>,
  endpoint: SealedEndpoint,
  now: Date,
): WebhookSecrets {
  return openSecrets(masterKey, sealedSecretsOf(endpoint), now)
}

/** Returns the end of the period in which two secrets are active, or undefined if only one is. */
export function endpointOverlapOf(
  { previousSecretUntil: until }: Pick<WebhookEndpointRow, 'previousSecretUntil'>,
  now: Date,
): Date | undefined {
  return until && until > now ? until : undefined
}

/** Rotates an endpoint's secret. Returns undefined if the account has no such endpoint. */
export async function rotateEndpointSecret(
  { db, masterKey }: AccountContext,
  {
    accountId,
    endpointId,
    overlapSeconds,
    now,
  }: { accountId: string; endpointId: string; overlapSeconds: number; now: Date },
): Promise<RotatedWebhookSecret | RotationUnderWay | undefined> {
  return db.transaction(async (db) => {
    const endpoint = await lockWebhookEndpoint(db, accountId, endpointId)
    if (!endpoint) return undefined
    const replaced = replaceSecret(masterKey, sealedSecretsOf(endpoint), { overlapSeconds, now })
    if ('underWayUntil' in replaced) return replaced
    const { current, previous, previousUntil } = replaced.sealed
    await updateWebhookEndpoint(db, accountId, endpointId, {
      secretSealed: current,
      previousSecretSealed: previous,
      previousSecretUntil: previousUntil,
      secretRotatedAt: now,
    })
    return replaced.rotated
  })
}

function sealedSecretsOf(endpoint: SealedEndpoint): SealedSecrets {
  return {
    owner: endpoint.id,
    current: endpoint.secretSealed,
    previous: endpoint.previousSecretSealed,
    previousUntil: endpoint.previousSecretUntil,
  }
}

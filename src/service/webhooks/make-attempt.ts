import { webhookSecretsOf } from '../accounts/webhook-secret.ts'
import type { ClaimedDelivery } from '../db/webhooks/claims.ts'
import { assay } from '../../engine/model/product.ts'
import { NetworkFailure } from '../../engine/net/network.ts'
import { webhookUrlProblem } from '../../engine/net/webhook-url.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { endpointSecretsOf } from './endpoint-secrets.ts'
import { signatureHeaders } from './signature.ts'

export interface AttemptOutcome {
  /**
   * `unsendable`: a retry would fail in the same way, so no retry follows. `interrupted`: the process stops, and the
   * attempt does not count.
   */
  readonly kind: 'delivered' | 'failed' | 'unsendable' | 'interrupted'
  /** HTTP response status. Null if there was no response. */
  readonly status: number | null
  /**
   * Reason for the failure as text, or null. Contains at most the host and the port, never a path, a secret, or a
   * resolved address.
   */
  readonly failure: string | null
  /** First KiB of the response body, if it is text. */
  readonly responseHead: string | null
}

type AttemptContext = Pick<DeliveryContext, 'network' | 'addressPolicy' | 'masterKey' | 'log' | 'now' | 'limits'>

/** Makes one attempt to send an event. Validates the receiver's URL and the resolved addresses again. */
export async function makeAttempt(
  context: AttemptContext,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { delivery, endpoint } = claimed
  if (endpoint?.disabledAt)
    return {
      ...unanswered,
      kind: 'unsendable',
      failure: 'The endpoint was disabled, so the event was not sent; enable the endpoint and resend the event',
    }
  const url = endpoint?.url ?? delivery.url ?? ''
  try {
    const problem = webhookUrlProblem(url, context.addressPolicy)
    if (problem !== undefined) return { ...unanswered, kind: 'failed', failure: `The URL ${problem}` }
    return outcomeOf(await post(context, claimed, url, signal))
  } catch (error) {
    if (error instanceof NetworkFailure && error.code === 'aborted')
      return { ...unanswered, kind: 'interrupted', failure: null }
    if (error instanceof NetworkFailure) return { ...unanswered, kind: 'failed', failure: error.message }
    context.log.error({ err: error, deliveryId: delivery.id }, 'webhook attempt failed with an internal error')
    return { ...unanswered, kind: 'failed', failure: 'The attempt failed with an internal error' }
  }
}

const unanswered = { status: null, responseHead: null }

type Answer = Awaited<ReturnType<DeliveryContext['network']['post']>>

async function post(
  { network, masterKey, now, limits }: AttemptContext,
  { delivery, endpoint, account, body }: ClaimedDelivery,
  url: string,
  signal: AbortSignal,
): Promise<Answer> {
  const sentAt = now()
  const secrets = endpoint
    ? endpointSecretsOf({ masterKey }, endpoint, sentAt)
    : webhookSecretsOf({ masterKey }, account, sentAt)
  return network.post({
    purpose: 'webhook',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Assay-Webhooks/${assay.version}`,
      ...signatureHeaders({ id: delivery.eventId, sentAt, body }, secrets),
    },
    body,
    maxBytes: limits.maxResponseHeadBytes,
    cutBody: true,
    timeoutMs: limits.attemptTimeoutMs,
    signal,
  })
}

function outcomeOf({ status, body }: Answer): AttemptOutcome {
  const responseHead = textOf(body)
  if (status >= 200 && status < 300) return { kind: 'delivered', status, failure: null, responseHead }
  const failure =
    status >= 300 && status < 400
      ? `The receiver returned status ${status}; redirects are not followed`
      : `The receiver returned status ${status}`
  return { kind: 'failed', status, failure, responseHead }
}

/**
 * Decodes UTF-8 so that it can be stored. Drops a character that is cut off at the end. NUL and invalid bytes become
 * U+FFFD.
 */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{FFFD}')
}

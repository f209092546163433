import { webhookSecretsOf } from '../accounts/webhook-secret.ts'
import type { ClaimedDelivery } from '../db/webhooks/claims.ts'
import { assay } from '../../engine/model/product.ts'
import { NetworkFailure } from '../../engine/net/network.ts'
import { webhookUrlProblem } from '../../engine/net/webhook-url.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { endpointSecretsOf } from './endpoint-secrets.ts'
import { signatureHeaders } from './signature.ts'

/** What came of an attempt. */
export interface AttemptOutcome {
  /**
   * `unsendable`: it would not be otherwise the next time, so there is none. `interrupted`: it counts for nothing, this
   * process stops.
   */
  readonly kind: 'delivered' | 'failed' | 'unsendable' | 'interrupted'
  /** The status of the answer; null: there was none. */
  readonly status: number | null
  /**
   * Why it failed, for people; null when it did not. Names host and port at most, never a path, a secret or an address
   * that a name resolves to.
   */
  readonly failure: string | null
  /** The first KiB of the answer's body, as far as it is text. */
  readonly responseHead: string | null
}

type AttemptContext = Pick<DeliveryContext, 'network' | 'addressPolicy' | 'masterKey' | 'log' | 'now' | 'limits'>

/** Sends an event to its receiver, once. The receiver's address is judged anew, and what its name resolves to. */
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
      failure: 'The endpoint was switched off, so nothing was sent; switch it on and send it again',
    }
  const url = endpoint?.url ?? delivery.url ?? ''
  try {
    const problem = webhookUrlProblem(url, context.addressPolicy)
    if (problem !== undefined) return { ...unanswered, kind: 'failed', failure: `The address ${problem}` }
    return outcomeOf(await post(context, claimed, url, signal))
  } catch (error) {
    if (error instanceof NetworkFailure && error.code === 'aborted')
      return { ...unanswered, kind: 'interrupted', failure: null }
    if (error instanceof NetworkFailure) return { ...unanswered, kind: 'failed', failure: error.message }
    context.log.error({ err: error, deliveryId: delivery.id }, 'an attempt to deliver a webhook failed here')
    return { ...unanswered, kind: 'failed', failure: 'The attempt failed on our side' }
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
      ? `The receiver answered ${status}; redirects are not followed`
      : `The receiver answered ${status}`
  return { kind: 'failed', status, failure, responseHead }
}

/**
 * As UTF-8, storable: a character that the end cuts apart is left out, other bytes that are no text and NUL become
 * U+FFFD.
 */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{FFFD}')
}

import type { Logger } from 'pino'
import { deliverySignature } from './delivery-signature.ts'
import type { Database } from '../db/client.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import type { Network } from '../../engine/net/network.ts'
import type { Queue } from '../queue/queue.ts'
import type { GitHubApp } from '../../settings/github-settings.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { createPayloadParser } from './parse-payload.ts'
import { deliveryReceiver } from './receive-delivery.ts'

/** HTTP response to a delivery. */
export interface Reception {
  readonly status: 202 | 400 | 401 | 500 | 503
  readonly message: string
  /** Time after which a retry is worthwhile. */
  readonly retryAfterSeconds?: number
}

/** A delivery as received. Untrusted until its signature is verified. */
export interface RawDelivery {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly signature: string | undefined
  readonly body: Buffer<ArrayBuffer>
}

/** Receives GitHub's deliveries. */
export interface GitHubAppGateway {
  receive(delivery: RawDelivery): Promise<Reception>
}

interface DoorContext {
  readonly db: Database
  readonly queue: Queue
  readonly network: Network
  readonly log: Logger
}

/** Creates the receiver for a service without app credentials. Its responses say what is missing. */
export function closedGateway(missing: string): GitHubAppGateway {
  return {
    receive: async () => ({
      status: 503,
      message:
        `This service is not set up as a GitHub App: ${missing} is not set. ` + 'See docs/how-to/github-app-setup.md.',
    }),
  }
}

/**
 * Creates the receiver with Probot. Without a webhook secret, it rejects all deliveries, because Probot would use a
 * publicly known default.
 */
export async function openGitHubAppGateway(
  context: DoorContext,
  app: GitHubApp | undefined,
): Promise<GitHubAppGateway> {
  if (!app) return closedGateway('APP_ID')
  if (app.webhookSecret === undefined) return closedGateway('WEBHOOK_SECRET')
  // Imported on demand, because the import takes 0.6 s, as much as everything else that a web process loads.
  const { Probot } = await import('probot')
  const probot = new Probot({
    appId: app.id,
    privateKey: app.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    secret: app.webhookSecret,
    baseUrl: app.apiUrl,
    request: { fetch: guardedFetch(context.network) },
    log: context.log,
  })
  const { webhooks } = await probot.ready()
  const isSigned = await deliverySignature(app.webhookSecret)
  const parsePayload = createPayloadParser()
  const receiveDelivery = deliveryReceiver(context)
  webhooks.onAny(({ id, name, payload }) => receiveDelivery({ id, name, payload }))
  const store = async ({ id, event, signature, body }: RawDelivery): Promise<Reception> => {
    if (signature === undefined) return unsigned
    if (!(await isSigned(body, signature))) return wrongSignature
    if (id === undefined || !/^[\w-]{1,100}$/.test(id) || event === undefined || !/^\w{1,100}$/.test(event))
      return noDelivery
    const payload = await parsePayload(event, body)
    if (!payload) return noDelivery
    await webhooks.receive({ id, name: event, payload } as Parameters<typeof webhooks.receive>[0])
    return { status: 202, message: 'Stored.' }
  }
  return {
    async receive(delivery) {
      try {
        return await store(delivery)
      } catch (error) {
        // Probot wraps the errors of handlers.
        const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
        context.log.error({ err: cause, githubDelivery: delivery.id }, 'GitHub delivery not stored')
        return isDatabaseAway(cause) ? unavailable : notStored
      }
    },
  }
}

/** GitHub does not sign deliveries if the app has no webhook secret. */
const unsigned: Reception = {
  status: 401,
  message:
    'The X-Hub-Signature-256 header is missing. Enter the value of WEBHOOK_SECRET as the webhook secret in the ' +
    'settings of the GitHub App. GitHub signs no delivery without it.',
}

const wrongSignature: Reception = {
  status: 401,
  message:
    'The X-Hub-Signature-256 header does not match the request body. Set WEBHOOK_SECRET to the webhook secret from ' +
    'the settings of the GitHub App.',
}

const unavailable: Reception = {
  status: 503,
  message: 'The database is temporarily unavailable. Redeliver the delivery later.',
  retryAfterSeconds: 5,
}

const notStored: Reception = {
  status: 500,
  message: 'The delivery could not be stored. The log of the service contains the reason.',
}

const noDelivery: Reception = {
  status: 400,
  message:
    'The request is not a GitHub webhook delivery. Send a JSON object with the X-GitHub-Delivery and ' +
    'X-GitHub-Event headers.',
}

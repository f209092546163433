import type { Readable } from 'node:stream'
import { Router } from 'express'
import { type BodyMemory, type BodyShare, createBodyMemory } from './body-memory.ts'
import { isSignature } from './delivery-signature.ts'
import { githubAppLimits } from './github-app-limits.ts'
import type { GitHubAppGateway } from './github-app-gateway.ts'

/** Path for GitHub's deliveries. Also Probot's default. */
export const deliveriesPath = '/api/github/webhooks'

/**
 * Receives GitHub's deliveries. Must come before all other body parsers. The app's delivery log on GitHub shows the
 * responses.
 */
export function githubRouter({
  door,
  memory = createBodyMemory(),
}: {
  readonly door: GitHubAppGateway
  readonly memory?: BodyMemory
}): Router {
  const router = Router({ caseSensitive: true, strict: false })
  router.post(deliveriesPath, async (request, response) => {
    const signature = request.get('x-hub-signature-256')
    using share = memory.open()
    const isKept = signature !== undefined && isSignature(signature)
    const body = await bodyOf(request, isKept ? share : undefined)
    if (body === 'no memory')
      return void response
        .status(503)
        .set('Connection', 'close')
        .set('Retry-After', String(retryAfterSeconds))
        .type('text/plain')
        .send('Assay is receiving too many large deliveries. Send the delivery again later.\n')
    if (body === 'too long')
      return void response
        .status(413)
        .set('Connection', 'close')
        .type('text/plain')
        .send(`The delivery is too large. The limit is ${githubAppLimits.maxDeliveryBytes} bytes.\n`)
    const {
      status,
      message,
      retryAfterSeconds: retryAfter,
    } = await door.receive({
      id: request.get('x-github-delivery'),
      event: request.get('x-github-event'),
      signature,
      body,
    })
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
    response.status(status).type('text/plain').send(`${message}\n`)
  })
  router.all(
    deliveriesPath,
    (_request, response) =>
      void response
        .status(405)
        .set('Allow', 'POST')
        .type('text/plain')
        .send('This URL accepts only POST requests with GitHub webhook deliveries.\n'),
  )
  return router
}

/** When to send a delivery again that found no memory. */
const retryAfterSeconds = 30

/**
 * Returns the body, or why it was not kept. Without a share of the memory, the body is read and the result is empty.
 */
async function bodyOf(
  request: Readable,
  share: BodyShare | undefined,
): Promise<Buffer<ArrayBuffer> | 'too long' | 'no memory'> {
  const chunks: Buffer[] = []
  let bytes = 0
  let hasMemory = true
  // Reads and discards the rest of a long body for a while, because a client that is still sending would not receive
  // the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= githubAppLimits.maxDeliveryBytes) {
      hasMemory &&= share?.grow(chunk.length) ?? true
      if (share && hasMemory) chunks.push(chunk)
    } else if (bytes > 2 * githubAppLimits.maxDeliveryBytes) return 'too long'
    if (bytes > githubAppLimits.maxDeliveryBytes || !hasMemory) {
      chunks.length = 0
      share?.[Symbol.dispose]()
    }
  }
  if (bytes > githubAppLimits.maxDeliveryBytes) return 'too long'
  return hasMemory ? Buffer.concat(chunks) : 'no memory'
}

import type { Readable } from 'node:stream'
import { Router } from 'express'
import { isSignature } from './delivery-signature.ts'
import { githubAppLimits } from './github-app-limits.ts'
import type { GitHubAppGateway } from './github-app-gateway.ts'

/** Path for GitHub's deliveries. Also Probot's default. */
export const deliveriesPath = '/api/github/webhooks'

/**
 * Receives GitHub's deliveries. Must come before all other body parsers. The app's delivery log on GitHub shows the
 * responses.
 */
export function githubRouter({ door }: { readonly door: GitHubAppGateway }): Router {
  const router = Router({ caseSensitive: true, strict: false })
  router.post(deliveriesPath, async (request, response) => {
    const signature = request.get('x-hub-signature-256')
    const body = await bodyOf(request, { isKept: signature !== undefined && isSignature(signature) })
    if (body === undefined)
      return void response
        .status(413)
        .set('Connection', 'close')
        .type('text/plain')
        .send(`The delivery is too large. The limit is ${githubAppLimits.maxDeliveryBytes} bytes.\n`)
    const { status, message, retryAfterSeconds } = await door.receive({
      id: request.get('x-github-delivery'),
      event: request.get('x-github-event'),
      signature,
      body,
    })
    if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds))
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

/**
 * Returns the body, or undefined if it is too long. Without a signature, the body is read, but not kept in memory, and
 * the result is empty.
 */
async function bodyOf(
  request: Readable,
  { isKept }: { readonly isKept: boolean },
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Reads and discards the rest of a long body for a while, because a client that is still sending would not receive
  // the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= githubAppLimits.maxDeliveryBytes) {
      if (isKept) chunks.push(chunk)
    } else if (bytes > 2 * githubAppLimits.maxDeliveryBytes) return undefined
    else chunks.length = 0
  }
  return bytes > githubAppLimits.maxDeliveryBytes ? undefined : Buffer.concat(chunks)
}

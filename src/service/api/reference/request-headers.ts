import { z } from 'zod'
import { idempotencyLimits } from '../idempotency-limits.ts'
import type { Endpoint } from '../endpoint.ts'

/** Media type of server-sent events. */
const eventStream = 'text/event-stream'

/** Returns whether an endpoint returns a stream of events. */
export function isStream({ mediaType }: Pick<Endpoint, 'mediaType'>): boolean {
  return mediaType === eventStream
}

/** Returns whether responses of an endpoint have an entity tag. */
export function isRevalidated({ method, headers, mediaType }: Endpoint): boolean {
  return method === 'get' && headers?.['Cache-Control'] === undefined && mediaType !== eventStream
}

/** Returns the request headers of an endpoint besides those for authentication. */
export function requestHeadersOf(endpoint: Endpoint): z.ZodObject {
  return z.object({
    ...(endpoint.takesIdempotencyKey && {
      'Idempotency-Key': z
        .string()
        .min(1)
        .max(idempotencyLimits.maxKeyBytes)
        .regex(/^[\x21-\x7e]+$/)
        .optional()
        .meta({
          description:
            'A unique value that you generate for this request, such as a UUID. If you send the request again ' +
            'within 24 hours, it returns the same response and has no further effect.',
        }),
    }),
    ...(isStream(endpoint) && {
      'Last-Event-ID': z
        .string()
        .optional()
        .meta({ description: 'ID of the last event that you received. The stream continues after it.' }),
    }),
    ...(isRevalidated(endpoint) && {
      'If-None-Match': z
        .string()
        .optional()
        .meta({
          description:
            'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body and ' +
            'does not count as a request.',
        }),
    }),
  })
}

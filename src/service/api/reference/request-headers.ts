import { z } from 'zod'
import { idempotencyLimits } from '../idempotency-limits.ts'
import type { Endpoint } from '../endpoint.ts'

const eventStream = 'text/event-stream'

/** Reports whether an endpoint returns a stream of events. */
export function isStream({ mediaType }: Pick<Endpoint, 'mediaType'>): boolean {
  return mediaType === eventStream
}

/** Reports whether an endpoint's responses have an entity tag. */
export function isRevalidated({ method, headers, mediaType }: Endpoint): boolean {
  return method === 'get' && headers?.['Cache-Control'] === undefined && mediaType !== eventStream
}

/** Returns an endpoint's request headers, except those for authentication. */
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
            'A unique value that you generate for this request, for example a UUID. If you repeat the request ' +
            'with the same value within 24 hours, you get the same response, and the operation is not repeated.',
        }),
    }),
    ...(isStream(endpoint) && {
      'Last-Event-ID': z
        .string()
        .optional()
        .meta({ description: 'ID of the last event that you received. The stream resumes with the next event.' }),
    }),
    ...(isRevalidated(endpoint) && {
      'If-None-Match': z
        .string()
        .optional()
        .meta({
          description:
            'The `ETag` from an earlier response. If nothing has changed, the response has status 304 and no ' +
            'body, and the request does not count toward the rate limit.',
        }),
    }),
  })
}

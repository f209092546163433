import { z } from 'zod'
import { idempotencyLimits } from '../idempotency-limits.ts'
import type { Endpoint } from '../endpoint.ts'

/** The media type of server-sent events. */
const eventStream = 'text/event-stream'

/** Whether an endpoint answers with a stream of events. */
export function isStream({ mediaType }: Pick<Endpoint, 'mediaType'>): boolean {
  return mediaType === eventStream
}

/** Whether answers of an endpoint have an entity tag by which they can be asked for again. */
export function isRevalidated({ method, headers, mediaType }: Endpoint): boolean {
  return method === 'get' && headers?.['Cache-Control'] === undefined && mediaType !== eventStream
}

/** The headers of a request that an endpoint heeds beside those of the key. */
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
            'A name of your own for this request, such as a UUID: sent again within 24 hours it gets the ' +
            'same answer and does nothing anew.',
        }),
    }),
    ...(isStream(endpoint) && {
      'Last-Event-ID': z
        .string()
        .optional()
        .meta({ description: 'The id of the last event that was heard; the stream goes on behind it.' }),
    }),
    ...(isRevalidated(endpoint) && {
      'If-None-Match': z.string().optional().meta({
        description:
          'The `ETag` of an earlier answer: 304 without a body where nothing has changed, which costs no request.',
      }),
    }),
  })
}

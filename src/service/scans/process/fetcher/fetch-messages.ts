import { z } from 'zod'
import { maxUrlCharacters } from '../../../../engine/net/hop.ts'
import { networkFailureCodes } from '../../../../engine/net/network.ts'
import { outgoingLimits } from '../../../../engine/net/outgoing-limits.ts'
import { fetchLimits } from './fetch-limits.ts'

const number = z.int().nonnegative()
/** ID of a request. The scan process counts its requests. */
const id = number

/** Media type of a request to `git-upload-pack`. */
export const packRequest = 'application/x-git-upload-pack-request'

/** Text of a header, without control characters, which could start another header. */
const header = z
  .string()
  .max(fetchLimits.maxHeaderCharacters)
  .regex(/^[\x20-\x7E]*$/)

/** Time limit of a step. No caller needs longer ones, because the guard of a scan is shorter. */
const timeLimit = z
  .int()
  .positive()
  .max(10 * outgoingLimits.totalTimeoutMs)

/**
 * Request of the scan process, which a hostile source may control. A frame contains it with the body that is sent. The
 * fetcher adds all other headers itself.
 */
export const FetchRequest = z.strictObject({
  id,
  /** Group of connections that the request may reuse. */
  connections: number,
  /** Session whose credential the fetcher may add. */
  session: number.optional(),
  method: z.enum(['GET', 'POST']),
  url: z.string().max(maxUrlCharacters),
  /** The fetcher lowers the purpose to `source` if the URL does not belong to the operator. */
  purpose: z.enum(['upstream', 'source']),
  headers: z.strictObject({
    accept: header.optional(),
    'user-agent': header.optional(),
    'git-protocol': header.optional(),
    'content-type': z.literal(packRequest).optional(),
  }),
  plainAnswer: z.boolean(),
  connectTimeoutMs: timeLimit,
  responseTimeoutMs: timeLimit,
})
export type FetchRequest = z.infer<typeof FetchRequest>

/** Further messages of the scan process. */
export const FetchOrder = z.discriminatedUnion('kind', [
  /** It has read bytes of a body. */
  z.strictObject({ kind: z.literal('more'), id, bytes: z.int().positive().max(fetchLimits.windowBytes) }),
  z.strictObject({ kind: z.literal('cancel'), id }),
  /** It does not need a group of connections any more. */
  z.strictObject({ kind: z.literal('release'), connections: number }),
])
export type FetchOrder = z.infer<typeof FetchOrder>

/** Error of a request, without addresses and names that only the fetcher may know. */
export const FetchError = z.object({
  /** The failure, if it is already known. */
  failure: z.object({ code: z.enum(networkFailureCodes), message: z.string() }).optional(),
  /** Node's code of the error. */
  code: z.string().optional(),
  /** Phase of the request that took too long. */
  phase: z.string().optional(),
})
export type FetchError = z.infer<typeof FetchError>

/** Message of the fetcher. A frame with `PartHead` contains each part of a body. */
export const FetchAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    id,
    status: z.int(),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    address: z.string(),
  }),
  z.object({ kind: z.literal('end'), id }),
  z.object({ kind: z.literal('failed'), id, error: FetchError }),
])
export type FetchAnswer = z.infer<typeof FetchAnswer>

export const PartHead = z.strictObject({ id })
export type PartHead = z.infer<typeof PartHead>

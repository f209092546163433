import { z } from 'zod'
import { urlLimits } from '../../../engine/sources/url-limits.ts'
import type { AddressPolicy } from '../../../engine/net/address-policy.ts'
import { webhookUrlProblem } from '../../../engine/net/webhook-url.ts'
import type { ErrorDetail } from '../api-error.ts'

const tooLong = `should have at most ${urlLimits.maxUrlBytes} bytes`

/**
 * The address of a receiver of webhooks as it comes in a body; what is wrong with it besides its length,
 * `receiverUrlDetails` tells.
 */
export const ReceiverUrl = z
  .string()
  .max(urlLimits.maxUrlBytes, { error: tooLong, abort: true })
  // Characters beyond ASCII have up to three bytes each.
  .refine((text) => Buffer.byteLength(text) <= urlLimits.maxUrlBytes, tooLong)

/**
 * What is wrong with the address of a receiver, as a detail of `path`; empty when nothing is, or when there is no
 * address.
 */
export function receiverUrlDetails(path: string, url: string | undefined, addressPolicy: AddressPolicy): ErrorDetail[] {
  const problem = url === undefined ? undefined : webhookUrlProblem(url, addressPolicy)
  return problem === undefined ? [] : [{ path, message: problem }]
}

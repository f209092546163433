import { z } from 'zod'
import { urlLimits } from '../../../engine/sources/url-limits.ts'
import type { AddressPolicy } from '../../../engine/net/address-policy.ts'
import { webhookUrlProblem } from '../../../engine/net/webhook-url.ts'
import type { ErrorDetail } from '../api-error.ts'

const tooLong = `should have at most ${urlLimits.maxUrlBytes} bytes`

/** Webhook receiver URL in a body. `receiverUrlDetails` checks everything except the length. */
export const ReceiverUrl = z
  .string()
  .max(urlLimits.maxUrlBytes, { error: tooLong, abort: true })
  // Checked in bytes, because a UTF-16 code unit can need three bytes in UTF-8.
  .refine((text) => Buffer.byteLength(text) <= urlLimits.maxUrlBytes, tooLong)

/**
 * Returns the problem with a receiver URL as an error detail with this path. Returns an empty list if there is no
 * problem, or no URL.
 */
export function receiverUrlDetails(path: string, url: string | undefined, addressPolicy: AddressPolicy): ErrorDetail[] {
  const problem = url === undefined ? undefined : webhookUrlProblem(url, addressPolicy)
  return problem === undefined ? [] : [{ path, message: problem }]
}

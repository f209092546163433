import { isIP } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'
import { destinationOf, isLocalhost } from './destination.ts'
import { remedyFor } from './refusal.ts'

/**
 * Returns the problem with a webhook receiver's URL as the end of a sentence, or undefined if the URL is valid. Does
 * not use the network. The addresses of a host name are checked at each delivery.
 */
export function webhookUrlProblem(text: string, isAllowed: AddressPolicy): string | undefined {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return 'should not contain control characters or invalid Unicode'
  const url = URL.parse(text)
  if (url === null) return 'should be a complete URL that starts with https://'
  if (url.protocol !== 'https:')
    return 'should start with https://, because results are sent only over encrypted connections'
  if (url.username !== '' || url.password !== '')
    return 'should not contain user information. Verify the signatures of deliveries instead'
  const { host, port } = destinationOf('webhook', url)
  const address = isLocalhost(host) ? '127.0.0.1' : host
  const decision = isIP(address) > 0 ? isAllowed('webhook', address, port) : undefined
  return decision === undefined || decision.allowed
    ? undefined
    : `should lead to a public address${remedyFor({ purpose: 'webhook', host, port }, address, decision)}`
}

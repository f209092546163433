import { isIP } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'
import { destinationOf } from './destination.ts'

/**
 * What is wrong with the address of a webhook receiver, as far as it can be told without touching
 * the network; undefined when nothing is. A name is judged by what it resolves to at each delivery.
 */
export function webhookUrlProblem(text: string, isAllowed: AddressPolicy): string | undefined {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    return 'should have no control characters and no broken Unicode in it'
  const url = URL.parse(text)
  if (url === null) return 'should be a complete https address'
  if (url.protocol !== 'https:') return 'should start with https://: results are sent over encrypted connections only'
  if (url.username !== '' || url.password !== '')
    return 'should not carry user information; deliveries are signed instead'
  const { host, port } = destinationOf('webhook', url)
  const address = /(?:^|\.)localhost\.?$/i.test(host) ? '127.0.0.1' : host
  if (isIP(address) > 0 && !isAllowed('webhook', address, port).allowed)
    return 'should be a public address, and this one is reserved for local networks'
  return undefined
}

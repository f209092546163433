import { deliveryLimits } from './delivery-limits.ts'
import type { Receiver } from './outgoing-event.ts'

/**
 * Returns a receiver's destination. All deliveries to one destination share its limits. A destination is `endpoint:`
 * and an ID, or `host:` with an account and a host. The second form covers all submitted URLs on that host.
 */
export function destinationOf(accountId: string, receiver: Receiver): string {
  return 'endpointId' in receiver ? `endpoint:${receiver.endpointId}` : `host:${accountId}:${hostOf(receiver.url)}`
}

/**
 * Maximum length of a DNS name (RFC 1035, section 2.3.4). PostgreSQL limits index entries to 2,704 bytes, and a host of
 * 2,034 bytes in UTF-8 can have 2,947 bytes in ASCII.
 */
const hostCharacters = 253

/** Returns the host as parsed by WHATWG URL, without a trailing dot. */
const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/\.$/, '').slice(0, hostCharacters)

/**
 * Returns a destination's tenant. An account can name any number of hosts in its submissions, so these hosts share one
 * part of the attempts. Returns undefined for endpoints, because an account has only a few.
 */
export function tenantOf(lane: string): string | undefined {
  return lane.startsWith('host:') ? lane.slice(0, lane.indexOf(':', 'host:'.length)) : undefined
}

/** Limits on a destination across all processes. */
export interface DestinationBounds {
  /** Maximum number of concurrent attempts. */
  readonly atOnce: number
  /** Maximum number of attempts that may start within 60 s. Undefined if unlimited. */
  readonly aMinute: number | undefined
}

export function boundsOf(lane: string): DestinationBounds {
  const {
    maxConcurrentPerEndpoint: endpointAtOnce,
    maxConcurrentPerHost: hostAtOnce,
    maxPerHostMinute: hostAMinute,
  } = deliveryLimits
  return lane.startsWith('host:')
    ? { atOnce: hostAtOnce, aMinute: hostAMinute }
    : { atOnce: endpointAtOnce, aMinute: undefined }
}

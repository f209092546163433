import { deliveryLimits } from './delivery-limits.ts'
import type { Receiver } from './outgoing-event.ts'

/**
 * Deliveries of one lane share its bounds: `endpoint:` and an id; or `host:`, an account and a host, whichever of its
 * addresses a submission named.
 */
export function destinationOf(accountId: string, receiver: Receiver): string {
  return 'endpointId' in receiver ? `endpoint:${receiver.endpointId}` : `host:${accountId}:${hostOf(receiver.url)}`
}

/**
 * DNS knows no longer names (RFC 1035 section 2.3.4), and Postgres no index entries of more than 2,704 bytes: a host of
 * 2,034 bytes in UTF-8 may have 2,947 in ASCII.
 */
const hostCharacters = 253

/** As WHATWG URL writes it, without the dot that may end a name. */
const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/\.$/, '').slice(0, hostCharacters)

/**
 * Lanes of one share hold a part of the attempts of a process together: all hosts that submissions of an account named,
 * of which there may be any number. Undefined for an endpoint, of which an account has few.
 */
export function tenantOf(lane: string): string | undefined {
  return lane.startsWith('host:') ? lane.slice(0, lane.indexOf(':', 'host:'.length)) : undefined
}

/** What a lane may do over all processes. */
export interface DestinationBounds {
  /** Attempts under way at once. */
  readonly atOnce: number
  /** Attempts that start within any 60 s; undefined: as many as there is room for. */
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

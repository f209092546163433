import { limits } from '../model/limits.ts'
import type { Receiver } from './outgoing-event.ts'

/**
 * Deliveries of one lane share its bounds: `endpoint:` and an id; or `host:`, an account and a host, whichever of its
 * addresses a submission named.
 */
export function laneOf(accountId: string, receiver: Receiver): string {
  return 'endpointId' in receiver ? `endpoint:${receiver.endpointId}` : `host:${accountId}:${hostOf(receiver.url)}`
}

/** As WHATWG URL writes it, without the dot that may end a name. */
const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/\.$/, '')

/** What a lane may do over all processes. */
export interface LaneBounds {
  /** Attempts under way at once. */
  readonly atOnce: number
  /** Attempts that start within any 60 s; undefined: as many as there is room for. */
  readonly aMinute: number | undefined
}

export function boundsOf(lane: string): LaneBounds {
  const { endpointAtOnce, hostAtOnce, hostAMinute } = limits.webhooks
  return lane.startsWith('host:') ? { atOnce: hostAtOnce, aMinute: hostAMinute } : { atOnce: endpointAtOnce, aMinute: undefined }
}

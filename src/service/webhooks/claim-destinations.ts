import type { Database } from '../db/client.ts'
import { type ClaimedDelivery, claimDue, findClaimed, findStarts, lockDestinations } from '../db/webhooks/claims.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { boundsOf, tenantOf } from './destination.ts'
import type { DestinationStandings, StandingKind } from './destination-standing.ts'
import { wakeDestinations } from './wake-destinations.ts'

const minuteMs = 60_000

export interface Claim {
  readonly claimed: readonly ClaimedDelivery[]
  /** Destinations with additional due deliveries for which this process had no capacity. */
  readonly crowdedOut: readonly string[]
  /** Destinations that reached their limit per minute, each with the time when it may continue. */
  readonly usedUp: ReadonlyMap<string, Date>
}

interface ClaimRequest {
  readonly lane: string
  readonly kind: StandingKind
  readonly share: string | undefined
  readonly shareRoom: number
  readonly room: number
}

type ClaimContext = Pick<DeliveryContext, 'db' | 'queue' | 'now' | 'limits'>

/**
 * Claims due deliveries for these destinations. Limits apply to each destination across all processes, and in this
 * process to the total, to each standing, and to each tenant. Schedules a job that wakes destinations after they reach
 * their limit per minute.
 */
export async function claimDestinations(
  { db, queue, now, limits }: ClaimContext,
  lanes: readonly string[],
  standings: DestinationStandings,
): Promise<Claim> {
  const at = now()
  const rooms = standings.rooms()
  return db.transaction(async (tx) => {
    // Pipelined, because every round trip delays all receivers.
    const [, { minuteRooms, usedUp }] = await Promise.all([
      lockDestinations(tx, lanes),
      minuteRoomsOf({ limits }, tx, lanes, at),
    ])
    for (const [lane, until] of usedUp) await wakeDestinations(queue, tx, [lane], until)
    const wishes = lanes
      .map((lane): ClaimRequest => ({
        lane,
        kind: standings.kindOf(lane),
        share: tenantOf(lane),
        shareRoom: standings.roomOfShare(tenantOf(lane)),
        room: Math.min(standings.roomOf(lane, boundsOf(lane).atOnce), minuteRooms.get(lane) ?? Number.MAX_SAFE_INTEGER),
      }))
      .filter(({ room }) => room > 0)
    if (wishes.length === 0) return { claimed: [], crowdedOut: [], usedUp }
    const leaseUntil = new Date(at.getTime() + leaseMsOf(limits))
    const claims = await claimDue(
      tx,
      wishes.map(({ lane, kind, share, shareRoom, room }) => ({
        lane,
        room,
        atOnce: boundsOf(lane).atOnce,
        kind,
        kindRoom: rooms[kind],
        share: share ?? lane,
        shareRoom,
      })),
      { room: rooms.all, now: at, leaseUntil },
    )
    return {
      claimed:
        claims.length > 0
          ? await findClaimed(
              tx,
              claims.map(({ id }) => id),
            )
          : [],
      crowdedOut: crowdedOut(wishes, claims, rooms),
      usedUp,
    }
  })
}

export const leaseMsOf = ({ attemptTimeoutMs: attemptMs, leaseMarginMs }: ClaimContext['limits']) =>
  attemptMs + leaseMarginMs

/**
 * Returns the destinations that could start more deliveries, but were held back by the limit for the process, their
 * standing, or their tenant.
 */
function crowdedOut(
  wishes: readonly ClaimRequest[],
  claims: readonly { readonly lane: string }[],
  rooms: ReturnType<DestinationStandings['rooms']>,
): string[] {
  const got = Map.groupBy(claims, ({ lane }) => lane)
  const gotOf = ({ lane }: ClaimRequest) => got.get(lane)?.length ?? 0
  const gotTogether = (together: readonly ClaimRequest[] = []) => together.reduce((sum, wish) => sum + gotOf(wish), 0)
  const kinds = Map.groupBy(wishes, ({ kind }) => kind)
  const isFull = (kind: StandingKind) => claims.length >= rooms.all || gotTogether(kinds.get(kind)) >= rooms[kind]
  const full = { good: isFull('good'), unproven: isFull('unproven'), failing: isFull('failing') }
  const fullShares = new Set(
    [
      ...Map.groupBy(
        wishes.filter(({ share }) => share !== undefined),
        ({ share }) => share,
      ),
    ]
      .filter(([, together]) => gotTogether(together) >= (together[0]?.shareRoom ?? 0))
      .map(([share]) => share),
  )
  return wishes
    .filter((wish) => (full[wish.kind] || fullShares.has(wish.share)) && gotOf(wish) < wish.room)
    .map(({ lane }) => lane)
}

/**
 * Returns how many attempts each destination with a limit per minute may start now, and when exhausted destinations may
 * continue.
 */
async function minuteRoomsOf(
  { limits }: Pick<ClaimContext, 'limits'>,
  tx: Database,
  lanes: readonly string[],
  now: Date,
): Promise<{ minuteRooms: ReadonlyMap<string, number>; usedUp: ReadonlyMap<string, Date> }> {
  const bounded = lanes.filter((lane) => boundsOf(lane).aMinute !== undefined)
  const minuteRooms = new Map<string, number>()
  const usedUp = new Map<string, Date>()
  if (bounded.length === 0) return { minuteRooms, usedUp }
  const starts = await findStarts(tx, bounded, {
    since: new Date(now.getTime() - minuteMs),
    leaseMs: leaseMsOf(limits),
  })
  for (const lane of bounded) {
    const begun = starts.get(lane) ?? []
    const aMinute = boundsOf(lane).aMinute ?? Number.MAX_SAFE_INTEGER
    minuteRooms.set(lane, Math.max(0, aMinute - begun.length))
    const leaves = begun[begun.length - aMinute]
    if (leaves !== undefined) usedUp.set(lane, new Date(leaves + minuteMs))
  }
  return { minuteRooms, usedUp }
}

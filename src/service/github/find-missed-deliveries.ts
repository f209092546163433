import type { Octokit } from '@octokit/rest'
import { knownGithubDeliveries } from '../db/github/deliveries.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import { githubProblem } from './checks/github-problem.ts'
import type { GitHubContext } from './github-event.ts'
import { githubEvents } from './catalogue.ts'
import { deliveryReceiver } from './receive-delivery.ts'

/**
 * Schedule for reading GitHub's delivery log. Deliveries that are still being processed are too recent to be reported
 * as missed.
 */
export const missedDeliveriesCron = '*/5 * * * *'

/**
 * Maximum number of log pages per run. GitHub keeps its log for three days. Pages have 100 entries, so one run covers
 * an outage of hours for a large organization.
 */
const maxPages = 50
const lookBackMs = 3 * 24 * 60 * 60_000
const underWayMs = 60_000

const heard: ReadonlySet<string> = new Set(githubEvents.map(({ event }) => event))

type LookContext = Pick<GitHubContext, 'db' | 'queue' | 'clients' | 'log'>

interface MissedDelivery {
  /** ID of the entry in GitHub's log. */
  readonly id: number
  /** Value of `X-GitHub-Delivery`. */
  readonly guid: string
  readonly event: string
}

/** Finds missed deliveries, and remembers up to which time it has searched. */
export interface MissedDeliveries {
  /** Job handler: returns the number of stored deliveries. */
  find(look: { readonly now: Date; readonly signal: AbortSignal }): Promise<number>
}

/**
 * Reads GitHub's delivery log and stores missed deliveries, oldest first. Reads back to the start of the previous run.
 * The first run reads back to a page on which no delivery is missing. A rate limit or an outage ends the run until the
 * next one. A delivery that cannot be fetched or stored does not block others, and is retried in each run.
 */
export function createMissedDeliveries(context: LookContext): MissedDeliveries {
  const receiveDelivery = deliveryReceiver(context)
  let lookedUntil: Date | undefined

  /** Returns false if this delivery cannot be stored. Throws if other deliveries would fail too. */
  async function takeIn(octokit: Octokit, { id, guid, event }: MissedDelivery, signal: AbortSignal): Promise<boolean> {
    try {
      const { data } = await octokit.rest.apps.getWebhookDelivery({ delivery_id: id, request: { signal } })
      if (data.request.payload) await receiveDelivery({ id: guid, name: event, payload: data.request.payload })
      return true
    } catch (error) {
      const problem = githubProblem(error)
      if (
        signal.aborted ||
        isDatabaseAway(error) ||
        problem?.kind === 'limited' ||
        problem?.kind === 'passing' ||
        problem?.kind === 'token'
      )
        throw error
      context.log.error({ err: error, githubDelivery: guid, event }, 'missed GitHub delivery not stored')
      return false
    }
  }

  return {
    async find({ now, signal }) {
      let found = 0
      try {
        const octokit = context.clients.app()
        let failed = 0
        for (const missed of (await listMissed(context, octokit, { now, lookedUntil, signal })).toReversed()) {
          if (await takeIn(octokit, missed, signal)) found += 1
          else failed += 1
        }
        if (failed === 0) lookedUntil = new Date(now.getTime() - underWayMs)
      } catch (error) {
        const problem = githubProblem(error, now)
        if (problem?.kind !== 'limited' && problem?.kind !== 'passing') throw error
        context.log.warn({ err: error }, 'GitHub delivery log read incompletely, retry scheduled')
      }
      if (found > 0) context.log.info({ found }, 'missed GitHub deliveries stored')
      return found
    },
  }
}

/** Lists deliveries in GitHub's log that are not stored, newest first. Redelivered ones occur more than once. */
async function listMissed(
  { db }: LookContext,
  octokit: Octokit,
  { now, lookedUntil, signal }: { now: Date; lookedUntil: Date | undefined; signal: AbortSignal },
): Promise<MissedDelivery[]> {
  const missed = new Map<string, MissedDelivery>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { data, headers } = await octokit.rest.apps.listWebhookDeliveries({
      per_page: 100,
      ...(cursor !== undefined && { cursor }),
      request: { signal },
    })
    const due = data.filter(({ delivered_at: at }) => isDue(new Date(at), now))
    const logged = due.filter(({ event }) => heard.has(event))
    const known = await knownGithubDeliveries(
      db,
      logged.map(({ guid }) => guid),
    )
    for (const delivery of logged) if (!known.has(delivery.guid)) missed.set(delivery.guid, delivery)
    const oldest = data.at(-1)?.delivered_at
    cursor = nextCursor(headers.link)
    if (cursor === undefined || oldest === undefined) break
    const isFarEnough = lookedUntil
      ? Date.parse(oldest) < lookedUntil.getTime()
      : logged.length > 0 && logged.every(({ guid }) => known.has(guid))
    if (isFarEnough || now.getTime() - Date.parse(oldest) > lookBackMs) break
  }
  return [...missed.values()]
}

function isDue(deliveredAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - deliveredAt.getTime()
  return ageMs > underWayMs && ageMs < lookBackMs
}

/** Returns the next page's cursor from a `Link` header (RFC 8288). */
function nextCursor(link: string | undefined): string | undefined {
  const address = /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return address === undefined ? undefined : (URL.parse(address)?.searchParams.get('cursor') ?? undefined)
}

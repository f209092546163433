import { knownGithubDeliveries } from '../db/github-deliveries.ts'
import { githubProblem } from './checks/github-problem.ts'
import type { GitHubContext } from './github-event.ts'
import { githubEvents } from './catalogue.ts'
import { receiveDelivery } from './receive-delivery.ts'

/** How often GitHub's log is read; what is found is older than the time that a delivery under way takes. */
export const missedDeliveriesCron = '*/5 * * * *'

/** GitHub keeps its log for three days. Pages of 100, so that an outage of hours of a large organisation is had in one go. */
const mostPages = 50
const lookBackMs = 3 * 24 * 60 * 60_000
const underWayMs = 60_000

const heard: ReadonlySet<string> = new Set(githubEvents.map(({ event }) => event))

/**
 * A job: reads GitHub's own log of what it sent, and takes in what did not arrive here. Ends at the first page of which
 * everything is known; a limit of GitHub's ends it until the next time.
 */
export async function findMissedDeliveries(context: Pick<GitHubContext, 'db' | 'queue' | 'clients' | 'log'>, { now, signal }: { now: Date; signal: AbortSignal }): Promise<number> {
  const octokit = context.clients.app()
  let found = 0
  try {
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page += 1) {
      const answer = await octokit.rest.apps.listWebhookDeliveries({ per_page: 100, ...(cursor !== undefined && { cursor }), request: { signal } })
      const logged = answer.data.filter(({ event, delivered_at: at }) => heard.has(event) && isDue(new Date(at), now))
      const known = await knownGithubDeliveries(context.db, logged.map(({ guid }) => guid))
      const missed = new Map(logged.filter(({ guid }) => !known.has(guid)).map((delivery) => [delivery.guid, delivery]))
      for (const { id, guid, event } of [...missed.values()].toReversed()) {
        const { data } = await octokit.rest.apps.getWebhookDelivery({ delivery_id: id, request: { signal } })
        if (data.request.payload) await receiveDelivery(context, { id: guid, name: event, payload: data.request.payload })
        found += 1
      }
      cursor = nextCursor(answer.headers.link)
      const oldest = answer.data.at(-1)?.delivered_at
      if (cursor === undefined || missed.size === 0 || oldest === undefined || now.getTime() - Date.parse(oldest) > lookBackMs) break
    }
  } catch (error) {
    const problem = githubProblem(error, now)
    if (problem?.kind !== 'limited' && problem?.kind !== 'passing') throw error
    context.log.warn({ err: error }, 'the log of deliveries at GitHub was not read to its end; it is tried again')
  }
  if (found > 0) context.log.info({ found }, 'deliveries of GitHub that were missed were taken in')
  return found
}

function isDue(deliveredAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - deliveredAt.getTime()
  return ageMs > underWayMs && ageMs < lookBackMs
}

/** The cursor of the next page, from a `Link` header (RFC 8288). */
function nextCursor(link: string | undefined): string | undefined {
  const address = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return address === undefined ? undefined : (URL.parse(address)?.searchParams.get('cursor') ?? undefined)
}

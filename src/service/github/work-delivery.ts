import { endGithubDelivery, findGithubDelivery } from '../db/github/deliveries.ts'
import { githubEvents, priorityOfEvent } from './catalogue.ts'
import { beginCheck } from './checks/begin-check.ts'
import { githubProblem } from './checks/github-problem.ts'
import { type GitHubContext, UnworkableDelivery } from './github-event.ts'
import { githubAppLimits } from './github-app-limits.ts'
import { readPayload } from './read-payload.ts'

/**
 * Pause during a GitHub outage. A job's normal retries end after minutes, and the delivery is not the cause of an
 * outage.
 */
const outagePauseMs = 10_000

/** Job handler: processes one stored delivery. Completed deliveries are skipped. */
export async function workDelivery(
  context: GitHubContext,
  { deliveryId }: { deliveryId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const delivery = await findGithubDelivery(context.db, deliveryId)
  if (!delivery || delivery.endedAt !== null) return
  const priority = priorityOfEvent(delivery.event)
  try {
    const failure = await work(
      {
        ...context,
        clients: context.clients.as(priority),
        log: context.log.child({ githubDelivery: deliveryId, event: delivery.event }),
      },
      delivery,
      signal,
    )
    await endGithubDelivery(context.db, deliveryId, { endedAt: new Date(), failure })
  } catch (error) {
    const problem = githubProblem(error)
    const isOutage =
      problem?.kind === 'passing' && Date.now() - delivery.receivedAt.getTime() < githubAppLimits.outageTimeoutMs
    if (problem?.kind !== 'limited' && !isOutage) throw error
    context.log.warn({ err: error, githubDelivery: deliveryId }, 'GitHub delivery postponed: GitHub unreachable')
    await context.queue.enqueue(
      context.db,
      'work-github-delivery',
      { deliveryId },
      { priority, startAfter: problem?.kind === 'limited' ? problem.until : new Date(Date.now() + outagePauseMs) },
    )
  }
}

/** Job handler: abandons a delivery whose last attempt failed. The log contains the reason. */
export async function abandonDelivery(context: GitHubContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  context.log.error({ githubDelivery: deliveryId }, 'GitHub delivery abandoned: every attempt failed')
  await endGithubDelivery(context.db, deliveryId, {
    endedAt: new Date(),
    failure: 'Every attempt to process the delivery failed.',
  })
}

/** Processes a delivery. Returns why it was abandoned, or null if it was processed or has no effect. */
async function work(
  context: GitHubContext,
  { event: name, payload }: { event: string; payload: unknown },
  signal: AbortSignal,
): Promise<string | null> {
  const event = githubEvents.find((known) => known.event === name)
  const reading = event && readPayload(event, payload)
  if (!event || !reading || 'isLetPass' in reading) return null
  if ('problem' in reading) {
    context.log.error({ problem: reading.problem }, 'GitHub delivery not parsed')
    return reading.problem
  }
  try {
    const begun = await event.work(context, reading.payload, signal)
    if (begun) await beginCheck(context, begun, signal)
    return null
  } catch (error) {
    if (!(error instanceof UnworkableDelivery)) throw error
    context.log.error({ problem: error.message }, 'GitHub delivery not processable')
    return error.message
  }
}

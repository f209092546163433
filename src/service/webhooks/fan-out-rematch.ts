import { type AudienceEndpoint, listAudienceOfServers } from '../db/registry/server-audience.ts'
import { findAccount } from '../db/accounts/accounts.ts'
import type { Database } from '../db/client.ts'
import { findSubscribedEndpoints } from '../db/webhooks/endpoints.ts'
import type { Finding } from '../../engine/model/finding.ts'
import { isAtLeast, type Severity } from '../../engine/model/severity.ts'
import type { WebhookEventName } from '../../engine/model/webhook-event.ts'
import type { Queue } from '../queue/queue.ts'
import type {
  AnnounceRematch,
  OpenedFlaw,
  RematchedRepository,
  RematchedServer,
} from '../registry/rematching/announce-rematch.ts'
import { reportUrlOf } from '../scans/report-url.ts'
import { webhookEventType } from './catalogue.ts'
import { outgoingEvent } from './event-message.ts'
import { findingToSend } from './finding-to-send.ts'
import type { AddressedEvent } from './outgoing-event.ts'
import { sendEvents } from './send-events.ts'

/** One event about a project. */
interface Told {
  readonly event: WebhookEventName
  /** The same for every repetition of the event. */
  readonly subject: string
  readonly data: unknown
  /** ID of the scan that the account itself submitted. */
  readonly scanId?: string
}

/**
 * Sends events about the effect of later advisories. Events about servers go to accounts that watch, have claimed, or
 * have scanned them. Events about repositories go to their accounts. `publicUrl` has no trailing slash.
 */
export function fanOutRematch({
  queue,
  publicUrl,
}: {
  readonly queue: Queue
  readonly publicUrl: string
}): AnnounceRematch {
  return async (tx, { servers, repositories }) => {
    const audiences = await listAudienceOfServers(
      tx,
      servers.map(({ server }) => server.id),
    )
    const events = servers.flatMap((server) => {
      const audience = audiences.get(server.server.id)
      return audience ? addressed(toldOfServer(server, publicUrl), audience, server.at) : []
    })
    for (const repository of repositories)
      events.push(
        ...addressed(
          toldOfProject(repository, { publicUrl, scanId: repository.scanId }),
          await endpointsOf(tx, repository.accountId),
          repository.at,
        ),
      )
    if (events.length > 0) await sendEvents({ queue }, tx, events)
  }
}

async function endpointsOf(tx: Database, accountId: string): Promise<AudienceEndpoint[]> {
  const endpoints = await findSubscribedEndpoints(tx, accountId)
  const plan = endpoints.length === 0 ? undefined : (await findAccount(tx, accountId))?.plan
  return plan ? endpoints.map(({ id, events }) => ({ endpointId: id, accountId, plan, events })) : []
}

function toldOfServer(rematched: RematchedServer, publicUrl: string): Told[] {
  const { server, before, after, cause, advisories, point } = rematched
  // Scan and formula are the same as before, so the history entry makes the subject unique.
  const grade =
    before.grade === after.grade
      ? []
      : [
          {
            event: 'server.grade_changed' as const,
            subject: `${server.id} ${before.scanId} ${after.scanId} ${after.method} ${point ?? ''}`,
            data: { server, before, after, cause, advisories },
          },
        ]
  return [...(cause === 'advisory' ? toldOfProject(rematched, { publicUrl, server }) : []), ...grade]
}

/**
 * Returns the events of a project: one for each advisory with all affected components, then one for each critical or
 * high finding. If the severity has increased, the events are sent again.
 */
function toldOfProject(
  rematched: RematchedServer | RematchedRepository,
  to: { readonly publicUrl: string; readonly server?: RematchedServer['server']; readonly scanId?: string },
): Told[] {
  const opened = toldOfFlaws(rematched, rematched.opened, { ...to, subjectOf: (named) => named })
  return [
    ...opened,
    ...toldOfFlaws(rematched, rematched.escalated, { ...to, subjectOf: (named, severity) => `${named} ${severity}` }),
  ]
}

/** `subjectOf` gets the names of the subject and its severity. */
function toldOfFlaws(
  { scanId, url, scannedAt, findings }: RematchedServer | RematchedRepository,
  flaws: readonly OpenedFlaw[],
  {
    publicUrl,
    server,
    scanId: ownScan,
    subjectOf,
  }: Parameters<typeof toldOfProject>[1] & { readonly subjectOf: (named: string, severity: Severity) => string },
): Told[] {
  const own = ownScan !== undefined && { scanId: ownScan }
  const reportUrl = server ? `${publicUrl}/servers/${server.slug}` : reportUrlOf(publicUrl, scanId)
  const byAdvisory = Map.groupBy(
    flaws.filter(({ finding }) => finding.advisory && finding.component),
    ({ finding }) => finding.advisory?.id ?? '',
  )
  const matched = [...byAdvisory].map(([advisoryId, group]) => ({
    event: 'advisory.matched' as const,
    subject: subjectOf(
      `${scanId} ${advisoryId}${sightAfter(
        scannedAt,
        findings.filter(({ advisory }) => advisory?.id === advisoryId),
      )}`,
      group[0]?.finding.severity ?? 'info',
    ),
    data: matchedData(group, { scanId, url, reportUrl, ...(server && { server }) }),
    ...own,
  }))
  const bad = flaws.map(({ finding }) => finding).filter(({ severity }) => isAtLeast(severity, 'high'))
  const found = bad.map((finding) => ({
    event: 'vulnerability.found' as const,
    subject: subjectOf(`${scanId} ${finding.fingerprint}${sightAfter(scannedAt, [finding])}`, finding.severity),
    data: { scanId, vulnerability: findingToSend(finding), severity: finding.severity },
    ...own,
  }))
  return [...matched, ...found]
}

/**
 * Returns the time when the first of these findings was seen, with a leading space, or an empty text if the scan itself
 * had it. A withdrawn advisory that is published again is a new event. A change of severity or further components are
 * not. Findings of the scan can have different days for servers and repositories, but mean the same event.
 */
function sightAfter(scannedAt: Date, findings: readonly Finding[]): string {
  const first = Math.min(...findings.map(({ firstSeenAt }) => Date.parse(firstSeenAt)))
  return first > scannedAt.getTime() ? ` ${new Date(first).toISOString()}` : ''
}

/** Maximum number of components in an event, because scanned projects control their names. */
const maxComponents = 100

function matchedData(flaws: readonly OpenedFlaw[], project: object): object {
  const sent: Finding[] = flaws.slice(0, maxComponents).map(({ finding }) => findingToSend(finding))
  const [worst] = sent
  return {
    advisory: worst?.advisory,
    summary: flaws[0]?.summary ?? '',
    severity: worst?.severity,
    isMalware: worst?.ruleId === 'malicious-dependency',
    components: sent.flatMap(({ component }) => component ?? []),
    ...project,
  }
}

/**
 * Returns one event for each account, addressed to its subscribed endpoints, if the plan of the account includes the
 * event.
 */
function addressed(told: readonly Told[], audience: readonly AudienceEndpoint[], at: Date): AddressedEvent[] {
  const accounts = Map.groupBy(audience, ({ accountId }) => accountId)
  return [...accounts].flatMap(([accountId, endpoints]) =>
    told.flatMap(({ event, subject, data, scanId }): AddressedEvent[] => {
      const receivers = endpoints
        .filter(
          ({ events, plan }) =>
            (events.length === 0 || events.includes(event)) && webhookEventType(event).plans.includes(plan),
        )
        .map(({ endpointId }) => ({ endpointId }))
      return receivers.length === 0
        ? []
        : [
            {
              event: outgoingEvent({
                accountId,
                event,
                subject,
                data,
                createdAt: at,
                ...(scanId !== undefined && { scanId }),
              }),
              receivers,
            },
          ]
    }),
  )
}

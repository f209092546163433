import { type AudienceEndpoint, listAudienceOfServers } from '../db/registry/server-audience.ts'
import { findAccount } from '../db/accounts/accounts.ts'
import { withCachedPlans } from '../db/with-cached-plans.ts'
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

/** Event about a project, before it is addressed to accounts. */
interface Told {
  readonly event: WebhookEventName
  /** Event subject. Identical each time the same event is announced. */
  readonly subject: string
  readonly data: unknown
  /** Scan ID, if the account itself submitted the scan. */
  readonly scanId?: string
}

/**
 * Sends events about later advisories that affect stored scans. Events about servers go to accounts that watch, have
 * claimed, or have scanned them. Events about repositories go to their accounts. `publicUrl` has no trailing slash.
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
    if (events.length > 0) await withCachedPlans(tx, () => sendEvents({ queue }, tx, events))
  }
}

async function endpointsOf(tx: Database, accountId: string): Promise<AudienceEndpoint[]> {
  const endpoints = await findSubscribedEndpoints(tx, accountId)
  const plan = endpoints.length === 0 ? undefined : (await findAccount(tx, accountId))?.plan
  return plan ? endpoints.map(({ id, events }) => ({ endpointId: id, accountId, plan, events })) : []
}

function toldOfServer(rematched: RematchedServer, publicUrl: string): Told[] {
  const { server, before, after, cause, advisories, point } = rematched
  // The scan and the formula are unchanged, so only the history entry makes the subject unique.
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
 * Returns a project's events: one for each advisory with all affected components, then one for each critical or high
 * finding. A finding is announced again if its severity has increased.
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

/** Returns the events for these vulnerabilities. `subjectOf` receives the vulnerability's names and its severity. */
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
 * Returns the time when the first of these findings appeared, with a leading space, or an empty string if the scan
 * itself reported one. The time is part of the subject, so an advisory that is withdrawn and published again causes a
 * new event. A severity change or another affected component does not. The scan's own findings can have different dates
 * for servers and repositories, so their dates are ignored.
 */
function sightAfter(scannedAt: Date, findings: readonly Finding[]): string {
  const first = Math.min(...findings.map(({ firstSeenAt }) => Date.parse(firstSeenAt)))
  return first > scannedAt.getTime() ? ` ${new Date(first).toISOString()}` : ''
}

/** Maximum number of components in an event. Scanned projects control how many exist and how long their names are. */
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

/** Returns one event per account for its subscribed endpoints. Omits accounts whose plan does not include the event. */
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

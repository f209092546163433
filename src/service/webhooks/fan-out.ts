import type { Plan } from '../accounts/plans.ts'
import { findAccount } from '../db/accounts/accounts.ts'
import type { ScanRow } from '../db/scans/scans.ts'
import { findSubscribedEndpoints } from '../db/webhooks/endpoints.ts'
import { isOpen } from '../../engine/model/finding.ts'
import type { WebhookEventName } from '../../engine/model/webhook-event.ts'
import type { Queue } from '../queue/queue.ts'
import type { AnnounceScanEnd, ScanEnd } from '../scans/end-scan.ts'
import { reportUrlOf } from '../scans/report-url.ts'
import { webhookEventType } from './catalogue.ts'
import { outgoingEvent } from './event-message.ts'
import { findingToSend } from './finding-to-send.ts'
import type { AddressedEvent, OutgoingEvent, Receiver } from './outgoing-event.ts'
import { sendEvents } from './send-events.ts'

/**
 * Sends a finished scan's events to its `webhook` and to the account's subscribed endpoints. Creates no events that the
 * current plan excludes. `publicUrl` has no trailing slash.
 */
export function fanOutScanEnd({
  queue,
  publicUrl,
}: {
  readonly queue: Queue
  readonly publicUrl: string
}): AnnounceScanEnd {
  return async (tx, end) => {
    const { webhook, accountId } = end.scan
    const endpoints = await findSubscribedEndpoints(tx, accountId)
    if (webhook === null && endpoints.length === 0) return
    const plan = (await findAccount(tx, accountId))?.plan
    if (!plan) throw new Error(`the account ${accountId} no longer exists`)
    const receiversOf = (event: WebhookEventName): Receiver[] => [
      ...(webhook === null ? [] : [{ url: webhook }]),
      // An endpoint without a list of events receives all events that the plan includes.
      ...endpoints
        .filter(({ events }) => events.length === 0 || events.includes(event))
        .map(({ id }) => ({ endpointId: id })),
    ]
    const events = addressed(end, { publicUrl, plan, receiversOf })
    if (events.length > 0) await sendEvents({ queue }, tx, events)
  }
}

interface Audience {
  readonly publicUrl: string
  readonly plan: Plan
  receiversOf(event: WebhookEventName): Receiver[]
}

/**
 * Returns a finished scan's events that have receivers: the end of the scan, then its critical and high findings in
 * order.
 */
function addressed(end: ScanEnd, { publicUrl, plan, receiversOf }: Audience): AddressedEvent[] {
  const name = end.scan.status === 'completed' ? 'scan.completed' : 'scan.failed'
  const heard = (event: WebhookEventName) => (webhookEventType(event).plans.includes(plan) ? receiversOf(event) : [])
  const ofEnd = heard(name)
  const ofFinding = heard('vulnerability.found')
  return [
    ...(ofEnd.length > 0 ? [{ event: endEvent(end.scan, name, publicUrl), receivers: ofEnd }] : []),
    ...(ofFinding.length > 0 ? findingEvents(end).map((event) => ({ event, receivers: ofFinding })) : []),
  ]
}

function endEvent(scan: ScanRow, event: 'scan.completed' | 'scan.failed', publicUrl: string): OutgoingEvent {
  const { id: scanId, accountId, url, status, results, verdict, source, cached, errorMessage, errorCode } = scan
  const common = { scanId, url, status, reportUrl: reportUrlOf(publicUrl, scanId) }
  const data =
    event === 'scan.completed'
      ? { ...common, results, verdict, source, cached }
      : { ...common, error: errorMessage, errorCode }
  return outgoingEvent({ accountId, event, subject: scanId, data, scanId, createdAt: endOf(scan) })
}

function findingEvents({ scan, findings }: ScanEnd): OutgoingEvent[] {
  const { id: scanId, accountId } = scan
  return findings
    .filter((finding) => isOpen(finding) && (finding.severity === 'critical' || finding.severity === 'high'))
    .map((finding) =>
      outgoingEvent({
        accountId,
        event: 'vulnerability.found',
        subject: `${scanId} ${finding.fingerprint}`,
        data: { scanId, vulnerability: findingToSend(finding), severity: finding.severity },
        scanId,
        createdAt: endOf(scan),
      }),
    )
}

function endOf({ id, completedAt }: ScanRow): Date {
  if (!completedAt) throw new Error(`the scan ${id} has not finished`)
  return completedAt
}

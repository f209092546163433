import { type AudienceEndpoint, listServerAudience } from '../db/registry/server-audience.ts'
import type { ToolChange } from '../../engine/model/tool-change.ts'
import type { WebhookEventName } from '../../engine/model/webhook-event.ts'
import type { AnnounceServerChange, ServerChange } from '../registry/entries/announce-server-change.ts'
import { webhookEventType } from './catalogue.ts'
import { outgoingEvent } from './event-message.ts'
import type { AddressedEvent } from './outgoing-event.ts'
import { type SendContext, sendEvents } from './send-events.ts'

/** Sends events about changed grades and tools to accounts that watch, have claimed, or have scanned the server. */
export function fanOutServerChange({ queue }: SendContext): AnnounceServerChange {
  return async (tx, change) => {
    const told = [gradeChange(change), toolsChange(change)].filter((one) => one !== undefined)
    if (told.length === 0) return
    const audience = await listServerAudience(tx, change.server.id)
    const events = told.flatMap((one) => addressed(one, change, audience))
    if (events.length > 0) await sendEvents({ queue }, tx, events)
  }
}

interface Told {
  readonly event: WebhookEventName
  readonly data: unknown
}

function gradeChange({ server, before, after, cause, advisories }: ServerChange): Told | undefined {
  return before.grade === after.grade
    ? undefined
    : { event: 'server.grade_changed', data: { server, before, after, cause, advisories } }
}

/** Placeholder for definitions from scans before the hash was introduced. */
const noHash = '0'.repeat(64)

/** Maximum number of changes in one event, so that it fits into one POST. The API returns all changes. */
const maxChanges = 500

function toolsChange({ server, before, after, tools }: ServerChange): Told | undefined {
  const changes = (tools?.changes ?? [])
    .filter(
      ({ kind, change, differences }) => kind === 'tool' && (change !== 'changed' || partsOf(differences).length > 0),
    )
    .slice(0, maxChanges)
  if (changes.length === 0) return undefined
  const of = (kind: ToolChange['change']) => changes.filter(({ change }) => change === kind)
  return {
    event: 'server.tools_changed',
    data: {
      server,
      before,
      after,
      added: of('added').map(({ name, after: hash = noHash }) => ({ name, hash })),
      removed: of('removed').map(({ name, before: hash = noHash }) => ({ name, hash })),
      changed: of('changed').map(({ name, before: was = noHash, after: is = noHash, differences, isWidened }) => ({
        name,
        before: was,
        after: is,
        changes: partsOf(differences),
        isWidened,
      })),
      toolsHash: tools?.toolsHash ?? noHash,
    },
  }
}

/** Returns a definition's changed parts under the names used in the event. */
function partsOf(differences: ToolChange['differences']): string[] {
  const parts = differences.map((difference) => {
    if (difference === 'description' || difference === 'title' || difference === 'template') return 'description'
    if (difference === 'annotations') return 'annotations'
    return difference === 'capability-gained' || difference === 'capability-lost' ? 'capabilities' : 'inputSchema'
  })
  return [...new Set(parts)]
}

/** Returns one event per account for its subscribed endpoints. Omits accounts whose plan does not include the event. */
function addressed(
  { event, data }: Told,
  { server, before, after, at }: ServerChange,
  audience: readonly AudienceEndpoint[],
): AddressedEvent[] {
  const hearing = audience.filter(
    ({ events, plan }) =>
      (events.length === 0 || events.includes(event)) && webhookEventType(event).plans.includes(plan),
  )
  const byAccount = Map.groupBy(hearing, ({ accountId }) => accountId)
  return [...byAccount].map(([accountId, endpoints]) => ({
    event: outgoingEvent({
      accountId,
      event,
      subject: `${server.id} ${before.scanId} ${after.scanId} ${after.method}`,
      data,
      createdAt: at,
    }),
    receivers: endpoints.map(({ endpointId }) => ({ endpointId })),
  }))
}

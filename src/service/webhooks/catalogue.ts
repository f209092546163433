import type { WebhookEventName } from '../../engine/model/webhook-event.ts'
import { advisoryMatched } from './events/advisory.matched.ts'
import { endpointDisabled } from './events/endpoint.disabled.ts'
import { ping } from './events/ping.ts'
import { scanCompleted } from './events/scan.completed.ts'
import { scanFailed } from './events/scan.failed.ts'
import { serverGradeChanged } from './events/server.grade_changed.ts'
import { serverToolsChanged } from './events/server.tools_changed.ts'
import { vulnerabilityFound } from './events/vulnerability.found.ts'
import type { WebhookEventType } from './webhook-event-type.ts'

/** All webhook events, sorted by name. */
export const webhookEventTypes: readonly WebhookEventType[] = [
  advisoryMatched,
  endpointDisabled,
  ping,
  scanCompleted,
  scanFailed,
  serverGradeChanged,
  serverToolsChanged,
  vulnerabilityFound,
]

const byName = new Map(webhookEventTypes.map((type) => [type.name, type]))

export function webhookEventType(name: WebhookEventName): WebhookEventType {
  const type = byName.get(name)
  if (!type) throw new Error(`${name} is not in the catalogue of events`)
  return type
}

import { z } from 'zod'

/** All webhook events, sorted by name. */
export const webhookEventNames = [
  'advisory.matched',
  'endpoint.disabled',
  'ping',
  'scan.completed',
  'scan.failed',
  'server.grade_changed',
  'server.tools_changed',
  'vulnerability.found',
] as const
export const WebhookEventName = z
  .enum(webhookEventNames)
  .meta({ id: 'WebhookEventName', description: 'Name of the event.', examples: ['scan.completed'] })
export type WebhookEventName = z.infer<typeof WebhookEventName>

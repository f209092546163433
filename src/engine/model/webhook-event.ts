import { z } from 'zod'

/** Every event that an account can hear of, sorted by name. */
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
  .meta({ id: 'WebhookEventName', description: 'What happened.', examples: ['scan.completed'] })
export type WebhookEventName = z.infer<typeof WebhookEventName>

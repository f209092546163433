import { z } from 'zod'
import { type Plan, plans } from '../accounts/plans.ts'
import { WebhookEventName } from '../../engine/model/webhook-event.ts'

/** Definition of a webhook event. */
export interface WebhookEventType {
  /** Event name, which is also the file name. */
  readonly name: WebhookEventName
  /** Short phrase that says when the event is sent. */
  readonly summary: string
  /** Details about the event, in full sentences. */
  readonly description: string
  /** Plans that include the event. */
  readonly plans: readonly Plan[]
  /** Schema of `data` in the envelope. Other fields are removed. */
  readonly data: z.ZodObject
  /** Example of `data`. */
  readonly example: unknown
}

/** Returns the schema for an event in its envelope. */
export function envelopeOf({ name, data }: Pick<WebhookEventType, 'name' | 'data'>) {
  return z.object({
    id: z.string().meta({
      description:
        'Unique identifier for the event. The identifier is the same for all attempts and receivers, so you can ' +
        'use it to detect duplicates. Same as `webhook-id`.',
      examples: ['evt_Zk3vQ9sXw1LrT0aBcDeFgHiJkLmNoPqRsTuVwXyZ012'],
    }),
    event: WebhookEventName.extract([name]).meta({ description: 'Event name.' }),
    timestamp: z.iso.datetime().meta({
      description: 'Time of the event, in ISO 8601 format with milliseconds.',
      examples: ['2026-01-31T12:00:00.000Z'],
    }),
    data,
  })
}

/** All plans, for events without a restriction. */
export const everyPlan: readonly Plan[] = plans

/** Plans that include events about individual findings. */
export const paidPlans: readonly Plan[] = plans.filter((plan) => plan !== 'free')

import { z } from 'zod'
import { type Plan, plans } from '../accounts/plans.ts'
import { WebhookEventName } from '../../engine/model/webhook-event.ts'

/** A kind of event that receivers are told of. */
export interface WebhookEventType {
  /** Equals the file name. */
  readonly name: WebhookEventName
  /** When it is sent, in a few words. */
  readonly summary: string
  /** What a receiver should know beside that; whole sentences. */
  readonly description: string
  /** The plans whose accounts may have it. */
  readonly plans: readonly Plan[]
  /** The shape of the envelope's `data`: anything else is cut off. */
  readonly data: z.ZodObject
  /** A `data` of that shape. */
  readonly example: unknown
}

/** What one of the kinds of event looks like on its way: the fixed envelope around `data`. */
export function envelopeOf({ name, data }: Pick<WebhookEventType, 'name' | 'data'>) {
  return z.object({
    id: z.string().meta({
      description:
        'Names the event: the same for every attempt and every receiver, by which duplicates are told. Also ' +
        '`webhook-id`.',
      examples: ['evt_Zk3vQ9sXw1LrT0aBcDeFgHiJkLmNoPqRsTuVwXyZ012'],
    }),
    event: WebhookEventName.extract([name]).meta({ description: 'What happened.' }),
    timestamp: z.iso
      .datetime()
      .meta({ description: 'When it happened, with milliseconds.', examples: ['2026-01-31T12:00:00.000Z'] }),
    data,
  })
}

/** Plans for whose accounts there is every event. */
export const everyPlan: readonly Plan[] = plans

/** Plans of which single findings are told. */
export const paidPlans: readonly Plan[] = plans.filter((plan) => plan !== 'free')

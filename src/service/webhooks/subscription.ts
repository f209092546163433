import { z } from 'zod'
import { type Plan, plans } from '../accounts/plans.ts'
import { WebhookEventName, webhookEventNames } from '../../engine/model/webhook-event.ts'
import { webhookEventTypes } from './catalogue.ts'

/** Subscription to all events in the plan, including events that are added later. */
export const everyEvent = '*'

/** Event name, or `*` for all events. */
export const Subscription = z.enum([everyEvent, ...webhookEventNames]).meta({
  id: 'WebhookSubscription',
  description: 'Event name, or `*` for all current and future events that the plan includes.',
  examples: [everyEvent],
})
export type Subscription = z.infer<typeof Subscription>

/** Returns the subscription as stored: names without duplicates, or an empty list for all events. */
export function storedSubscription(events: readonly Subscription[]): WebhookEventName[] {
  const names = new Set(events)
  return names.has(everyEvent) ? [] : webhookEventNames.filter((name) => names.has(name))
}

/** Returns the subscription for display. Omits names that this version does not know. */
export function shownSubscription(stored: readonly string[]): Subscription[] {
  return stored.length === 0 ? [everyEvent] : webhookEventNames.filter((name) => stored.includes(name))
}

/**
 * Returns the first event that a plan does not include and the plans that include it, or undefined if the plan includes
 * all events.
 */
export function eventBeyondPlan(
  events: readonly Subscription[],
  plan: Plan,
): { readonly event: WebhookEventName; readonly plans: readonly Plan[] } | undefined {
  const beyond = webhookEventTypes.find(({ name, plans: having }) => events.includes(name) && !having.includes(plan))
  return beyond && { event: beyond.name, plans: plans.filter((having) => beyond.plans.includes(having)) }
}

import { z } from 'zod'
import { type Plan, plans } from '../accounts/plans.ts'
import { WebhookEventName, webhookEventNames } from '../../engine/model/webhook-event.ts'
import { webhookEventTypes } from './catalogue.ts'

/** Stands for every event that the account's plan has, those that are added later too. */
export const everyEvent = '*'

/** What an endpoint may subscribe to. */
export const Subscription = z.enum([everyEvent, ...webhookEventNames]).meta({
  id: 'WebhookSubscription',
  description: 'An event, or `*` for every event that the plan has, those that are added later too.',
  examples: [everyEvent],
})
export type Subscription = z.infer<typeof Subscription>

/** Names in the form in which they are stored: each once, none for every event. */
export function storedSubscription(events: readonly Subscription[]): WebhookEventName[] {
  const names = new Set(events)
  return names.has(everyEvent) ? [] : webhookEventNames.filter((name) => names.has(name))
}

/** The stored form as it is shown. A name that this version does not know is left out. */
export function shownSubscription(stored: readonly string[]): Subscription[] {
  return stored.length === 0 ? [everyEvent] : webhookEventNames.filter((name) => stored.includes(name))
}

/** The first of the events that a plan does not have, and the plans that have it; undefined when it has all. */
export function eventBeyondPlan(
  events: readonly Subscription[],
  plan: Plan,
): { readonly event: WebhookEventName; readonly plans: readonly Plan[] } | undefined {
  const beyond = webhookEventTypes.find(({ name, plans: having }) => events.includes(name) && !having.includes(plan))
  return beyond && { event: beyond.name, plans: plans.filter((having) => beyond.plans.includes(having)) }
}

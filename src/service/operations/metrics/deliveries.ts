import { counter, gauge, histogram } from './registry.ts'

/** `outcome`: `delivered`, `failed`, `unsendable` (nothing that may be sent), `interrupted` (the process stopped). */
export const deliveryAttempts = counter({
  name: 'assay_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by what came of them.',
  labels: ['outcome'],
})

export const deliverySeconds = histogram({
  name: 'assay_webhook_attempt_seconds',
  help: 'How long an attempt to deliver a webhook took.',
  buckets: [0.05, 0.1, 0.5, 1, 5, 10, 30],
})

/** Of all processes together. */
export const deliveriesDue = gauge({
  name: 'assay_webhook_deliveries_due',
  help: 'Deliveries whose next attempt is due, counted up to 10,000.',
})

export const oldestDeliverySeconds = gauge({
  name: 'assay_webhook_oldest_due_seconds',
  help: 'Since when the most belated attempt is due; 0 without one.',
})

/** Limits on the webhooks and watches of one account. */
export const subscriptionLimits = {
  /** Webhook endpoints, including disabled ones. */
  maxWebhookEndpoints: 20,
  /** Servers that the account watches. */
  maxWatches: 1_000,
} as const

/** Limits on the webhooks and watches of one account. */
export const subscriptionLimits = {
  /** Number of webhook endpoints, including disabled ones. */
  maxWebhookEndpoints: 20,
  /** Number of servers that the account watches. */
  maxWatches: 1_000,
} as const

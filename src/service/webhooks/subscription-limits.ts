/** Limits on one account's webhooks and watches. */
export const subscriptionLimits = {
  /** Maximum number of webhook endpoints, including disabled ones. */
  maxWebhookEndpoints: 20,
  /** Maximum number of watched servers. */
  maxWatches: 1_000,
} as const

import type { tags } from '../endpoint.ts'

/** Descriptions of the groups of endpoints. */
export const tagDescriptions: Readonly<Record<(typeof tags)[number], string>> = {
  scans: 'Submit projects and read the findings.',
  servers:
    'Public registry of MCP servers with findings, scores, and explanations of the scores. Reading requires no ' +
    'key.',
  webhooks: 'Manage webhook endpoints, deliveries, and watched servers.',
  account: 'Plan, limits, usage, and the secret that signs webhooks.',
  keys: 'Create, rotate, and revoke API keys.',
  reference: 'Endpoints that do not depend on an account.',
}

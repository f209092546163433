import type { tags } from '../endpoint.ts'

/** Description of each endpoint group. */
export const tagDescriptions: Readonly<Record<(typeof tags)[number], string>> = {
  scans: 'Submit projects for scanning and retrieve their findings.',
  servers:
    'Public registry of MCP servers, with findings, scores, and explanations of the scores. You can read the ' +
    'registry without a key.',
  webhooks: 'Manage webhook endpoints, deliveries, and watched servers.',
  account: 'View the plan, limits, and usage, and manage the webhook signing secret.',
  keys: 'Create, rotate, and revoke API keys.',
  reference: 'Endpoints that do not depend on an account.',
}

import type { tags } from '../endpoint.ts'

/** What each group of endpoints is for. */
export const tagDescriptions: Readonly<Record<(typeof tags)[number], string>> = {
  scans: 'Submit projects and read what was found in them.',
  servers:
    'The registry: servers with what was found in them, their scores and how these came about. Anybody may read it.',
  webhooks: 'Where events of the account go, what was delivered, and the servers of which it hears.',
  account: 'Plan, limits, usage, and the secret that signs webhooks.',
  keys: 'API keys: make, replace and revoke them.',
  reference: 'What does not depend on an account.',
}

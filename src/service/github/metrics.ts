import { Counter, Gauge } from 'prom-client'

/** Number of requests. `status` is the class of the response status, such as `2xx`. */
export const githubRequests = new Counter({
  name: 'assay_github_requests_total',
  help: 'Requests to GitHub, by HTTP status class.',
  labelNames: ['status'],
})

/**
 * Lowest number of remaining requests in any response since the last scrape. GitHub counts requests for each
 * installation, and for the app.
 */
export const githubBudget = new Gauge({
  name: 'assay_github_budget_remaining',
  help: 'Lowest number of GitHub requests that any installation has left in the rate-limit window.',
  labelNames: ['resource'],
})

export const githubLimited = new Counter({
  name: 'assay_github_limited_total',
  help: 'Number of GitHub requests that were rate-limited.',
})

export const githubHeldBack = new Counter({
  name: 'assay_github_held_back_total',
  help: 'Number of GitHub requests that were not sent, because the budget for their priority was used up.',
  labelNames: ['priority'],
})

/** Resource names in GitHub's documentation. Other names are counted as `other`. */
const resources = new Set([
  'core',
  'search',
  'graphql',
  'code_scanning_upload',
  'integration_manifest',
  'dependency_snapshots',
  'code_search',
])

const least = new Map<string, number>()

/** Records a GitHub response. The header names must be lowercase. */
export function noteGithubAnswer(status: number, headers: Readonly<Record<string, unknown>>): void {
  githubRequests.inc({ status: `${Math.floor(status / 100)}xx` })
  const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN)
  if (!Number.isFinite(remaining)) return
  const named = String(headers['x-ratelimit-resource'] ?? 'core')
  const resource = resources.has(named) ? named : 'other'
  least.set(resource, Math.min(least.get(resource) ?? Number.POSITIVE_INFINITY, remaining))
  githubBudget.set({ resource }, least.get(resource) ?? remaining)
}

/** Resets the minimum after a scrape. The last value stays until the next response. */
export function forgetLeastBudgets(): void {
  least.clear()
}

import type { TokenPermissions } from './mint-token.ts'

/** Permissions in the app's registration on GitHub, in GitHub's terms. */
export type AppPermissions = Readonly<Record<string, 'read' | 'write'>>

/** Token permissions by purpose. A token gets no others. */
export const tokenRights = {
  /** For branch settings, commit comparisons, and reading the source with git. */
  readContents: { contents: 'read' },
  tellChecks: { checks: 'write' },
  /**
   * For open pull requests that have a commit as their head. The app has this permission because it subscribes to
   * `pull_request`.
   */
  readPulls: { pull_requests: 'read' },
  /** For checking whether a person has write access. Every app has this permission. */
  readPeople: { metadata: 'read' },
  /** Not part of the registration. Operators can add it. */
  uploadCodeScanning: { security_events: 'write' },
  /** For comments and reviews. Not part of the registration. Operators can add it. */
  writePulls: { pull_requests: 'write' },
} as const satisfies Record<string, TokenPermissions>

/**
 * Permission required by GitHub for a subscription to each event ("Webhook events and payloads" in its documentation).
 * GitHub sends events that are not listed here to every app, and rejects manifests that subscribe to them.
 */
export const subscriptionRights: Readonly<Record<string, AppPermissions>> = {
  check_run: { checks: 'write' },
  check_suite: { checks: 'write' },
  // Without this permission, GitHub never sends the event: https://github.com/dcoapp/app/issues/303
  merge_group: { merge_queues: 'read' },
  pull_request: { pull_requests: 'read' },
  push: { contents: 'read' },
  repository: { metadata: 'read' },
}

/**
 * Handled events that are not part of the registration, and the permissions that they require. Operators can add them.
 */
export const optionalSubscriptionRights: Readonly<Record<string, AppPermissions>> = {
  issue_comment: { issues: 'read' },
}

/**
 * Returns the permissions of the app's registration, sorted by name: those of its tokens and events, without optional
 * ones.
 */
export function registeredPermissions(events: readonly string[]): AppPermissions {
  const wanted: readonly AppPermissions[] = [
    tokenRights.readContents,
    tokenRights.tellChecks,
    ...events.map((event) => subscriptionRights[event] ?? {}),
  ]
  const strongest = new Map<string, 'read' | 'write'>()
  for (const [name, right] of wanted.flatMap(Object.entries<'read' | 'write'>))
    if (strongest.get(name) !== 'write') strongest.set(name, right)
  return Object.fromEntries([...strongest].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

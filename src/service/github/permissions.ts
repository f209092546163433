import type { TokenPermissions } from './mint-token.ts'

/** Permissions of the app's registration at GitHub, in GitHub's terms. */
export type AppPermissions = Readonly<Record<string, 'read' | 'write'>>

/** Permissions of tokens by purpose. Tokens get no other permissions. */
export const tokenRights = {
  /** The settings of a branch, comparisons of commits, and reading the source with git. */
  readContents: { contents: 'read' },
  tellChecks: { checks: 'write' },
  /**
   * Open pull requests with a commit as their head. The app has this permission because of its subscription to
   * `pull_request`.
   */
  readPulls: { pull_requests: 'read' },
  /** Whether a person has write access. Every app has this permission. */
  readPeople: { metadata: 'read' },
  /** Not part of the registration. Owners can add it. */
  uploadCodeScanning: { security_events: 'write' },
  /** Not part of the registration. Owners can add it for comments and reviews. */
  writePulls: { pull_requests: 'write' },
} as const satisfies Record<string, TokenPermissions>

/**
 * The permission that GitHub requires for a subscription to an event ("Webhook events and payloads" in its
 * documentation). Events that are not listed here are sent to every app and cannot be subscribed to. GitHub rejects a
 * manifest that names them.
 */
export const subscriptionRights: Readonly<Record<string, AppPermissions>> = {
  check_run: { checks: 'write' },
  check_suite: { checks: 'write' },
  // Without it, the event is never sent: https://github.com/dcoapp/app/issues/303
  merge_group: { merge_queues: 'read' },
  pull_request: { pull_requests: 'read' },
  push: { contents: 'read' },
  repository: { metadata: 'read' },
}

/** Events that are handled but not part of the registration, and their permissions. Operators can add them. */
export const optionalSubscriptionRights: Readonly<Record<string, AppPermissions>> = {
  issue_comment: { issues: 'read' },
}

/** Permissions of the app's registration: those of its tokens and events, without optional ones. Sorted by name. */
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

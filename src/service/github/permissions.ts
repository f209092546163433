import type { TokenPermissions } from './mint-token.ts'

/** Rights of the app as its registration at GitHub has them, in GitHub's words. */
export type AppPermissions = Readonly<Record<string, 'read' | 'write'>>

/** What tokens are asked to allow, by what they are for: the only permissions that any of them gets. */
export const tokenRights = {
  /** The settings of a branch, comparisons of commits, and the source itself by git. */
  readContents: { contents: 'read' },
  tellChecks: { checks: 'write' },
  /**
   * Which open pull requests have a commit as their head. The app has this right by its subscription to `pull_request`.
   */
  readPulls: { pull_requests: 'read' },
  /** Not asked for when the app is registered: owners who want it add it. */
  uploadCodeScanning: { security_events: 'write' },
} as const satisfies Record<string, TokenPermissions>

/**
 * The right without which GitHub does not let an app subscribe to an event ("Webhook events and payloads" in its
 * documentation). Events that are not here are sent to every app and cannot be subscribed to: a manifest that names
 * them is refused.
 */
export const subscriptionRights: Readonly<Record<string, AppPermissions>> = {
  check_run: { checks: 'write' },
  check_suite: { checks: 'write' },
  // Without it the event is never sent: https://github.com/dcoapp/app/issues/303
  merge_group: { merge_queues: 'read' },
  pull_request: { pull_requests: 'read' },
  push: { contents: 'read' },
  repository: { metadata: 'read' },
}

/**
 * Rights that the app is registered with: those of its tokens and of its events, the optional ones left out. Sorted by
 * name.
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

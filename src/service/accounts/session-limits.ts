/** Limits on sign-ins and browser sessions. */
export const sessionLimits = {
  /** Time without requests after which a session ends. */
  idleTimeoutMs: 24 * 60 * 60_000,
  /** Time after which a session ends, even if it is in use. */
  maxAgeMs: 7 * 24 * 60 * 60_000,
  /** Time after sign-in during which the session may create keys. */
  freshMs: 60 * 60_000,
  /** Minimum interval between updates of a session's last use. */
  useRecordIntervalMs: 60_000,
  /** Maximum number of sessions per user, or per account for sessions from links. */
  maxPerOwner: 50,
  /** Lifetime of a sign-in link. */
  linkValidMs: 10 * 60_000,
  /** Maximum time for a GitHub sign-in. */
  signInTimeoutMs: 10 * 60_000,
  /** Maximum age of a user's permissions before GitHub is queried again. */
  permissionsMaxAgeMs: 15 * 60_000,
  /** Pause before the next request after GitHub did not respond. */
  failedRequestPauseMs: 30_000,
  /** Maximum number of cached permissions for individual repositories, per process. */
  maxCachedPermissions: 10_000,
  /** Maximum number of cached lists of a user's installations and repositories, per process. */
  maxCachedLists: 1_000,
  /** Maximum number of cached organization member lists, per process. Each list belongs to one session. */
  maxCachedMemberLists: 500,
  /** Maximum number of user agent characters to store. */
  maxUserAgentCharacters: 200,
} as const

/** Limits on sign-ins and browser sessions. */
export const sessionLimits = {
  /** Time without requests after which a session ends. */
  idleTimeoutMs: 24 * 60 * 60_000,
  /** Time after which a session ends, even if it is in use. */
  maxAgeMs: 7 * 24 * 60 * 60_000,
  /** Time after sign-in in which the session may create keys. */
  freshMs: 60 * 60_000,
  /** Minimum interval between updates of the last use of a session. */
  useRecordIntervalMs: 60_000,
  /** Maximum number of sessions per user, or per account for sessions from links. */
  maxPerOwner: 50,
  /** Lifetime of a sign-in link. */
  linkValidMs: 10 * 60_000,
  /** Maximum time for signing in at GitHub. */
  signInTimeoutMs: 10 * 60_000,
  /** Maximum age of a user's permissions before GitHub is queried again. */
  permissionsMaxAgeMs: 15 * 60_000,
  /** Time without further requests after GitHub did not respond. */
  failedRequestPauseMs: 30_000,
  /** Number of cached permissions for single repositories, per process. */
  maxCachedPermissions: 10_000,
  /** Number of cached lists of a user's installations and repositories, per process. */
  maxCachedLists: 1_000,
  /** Number of cached lists of organization members, per process. Each list belongs to one session. */
  maxCachedMemberLists: 500,
  /** Number of stored characters of the user agent. */
  maxUserAgentCharacters: 200,
} as const

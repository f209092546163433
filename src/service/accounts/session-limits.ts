/** Limits on signing in and on sessions of browsers. */
export const sessionLimits = {
  /** Time without use after which a session ends. */
  idleTimeoutMs: 24 * 60 * 60_000,
  /** Time after which a session ends, even if it is in use. */
  maxAgeMs: 7 * 24 * 60 * 60_000,
  /** Time after sign-in for which the session may create keys. */
  freshMs: 60 * 60_000,
  /** Interval at which the use of a session is recorded. */
  useRecordIntervalMs: 60_000,
  /** Sessions of one owner. */
  maxPerOwner: 50,
  /** Time for which a sign-in link is valid. */
  linkValidMs: 10 * 60_000,
  /** Time for signing in at GitHub. */
  signInTimeoutMs: 10 * 60_000,
  /** Age from which GitHub is asked again for the permissions of a person. */
  permissionsMaxAgeMs: 15 * 60_000,
  /** Time for which GitHub is not asked after it did not answer. */
  failedRequestPauseMs: 30_000,
  /** Answers about single repositories that a process keeps. */
  maxCachedPermissions: 10_000,
  /** Lists of installations and repositories of a person that a process keeps. */
  maxCachedLists: 1_000,
  /** Lists of the members of an organization that a process keeps, each for one session. */
  maxCachedMemberLists: 500,
  /** Characters of the user agent that are stored. */
  maxUserAgentCharacters: 200,
} as const

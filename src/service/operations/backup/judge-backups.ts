import type { ArchiverState } from '../../db/backup/archiver-state.ts'

/** Backups of the database as the operator sees them. */
export interface BackupHealth {
  /** Problems, as one sentence each. Empty if backups work, as far as this process can see. */
  readonly problems: readonly string[]
  /** End of the newest base backup. Null if no backup exists. Absent if this process cannot see it. */
  readonly lastBaseBackupAt?: string | null
  /** Time of the last archived segment. Null if none was archived. Absent if the archive is not checked. */
  readonly lastArchivedAt?: string | null
}

const hourMs = 60 * 60_000

/** Maximum age of the newest base backup: a daily backup, and two hours for it to finish. */
export const maxBaseAgeMs = 26 * hourMs
/** Maximum age with the service's own backups every six hours: two intervals, and one hour. */
export const maxEmbeddedBaseAgeMs = 13 * hourMs

/** Shortest delay of the archive that is a problem. Assay writes to its database every minute. */
const minLateMs = 10 * 60_000

/**
 * Judges the backups of the operator's own server. `checksBases` is false if base backups run where this server does
 * not see them, such as on a replica.
 */
export function judgeOwnServer(state: ArchiverState, { checksBases }: { readonly checksBases: boolean }): BackupHealth {
  const seesBases = checksBases && state.lastBaseBackupAt !== undefined
  // A new primary or a restored server has no record of the base backups that another server made.
  const newestBase = state.lastBaseBackupAt
    ? baseProblems(state.lastBaseBackupAt, state.now, maxBaseAgeMs)
    : ['The database server has no record of a base backup.']
  return {
    problems: [...archiveProblems(state), ...(seesBases ? newestBase : [])],
    lastArchivedAt: state.lastArchivedAt?.toISOString() ?? null,
    ...(seesBases && { lastBaseBackupAt: state.lastBaseBackupAt?.toISOString() ?? null }),
  }
}

/** Returns the problems of a newest base backup: none exists, or it is older than `maxAgeMs`. */
export function baseProblems(last: Date | undefined, now: Date, maxAgeMs: number): string[] {
  if (last === undefined) return ['No base backup of the database exists.']
  const ageMs = now.getTime() - last.getTime()
  return ageMs > maxAgeMs
    ? [
        `The newest base backup of the database is ${Math.floor(ageMs / hourMs)} hours old. Expected: at most ` +
          `${maxAgeMs / hourMs} hours.`,
      ]
    : []
}

function archiveProblems(state: ArchiverState): string[] {
  const { isOn, hasDestination, timeoutSeconds, lastArchivedAt, lastFailedAt, since, now } = state
  if (!isOn)
    return [
      'The database server does not archive its log, because archive_mode is off. Changes since the last base backup ' +
        'cannot be restored.',
    ]
  if (!hasDestination)
    return ['The database server does not archive its log, because neither archive_command nor archive_library is set.']
  if (lastFailedAt && lastFailedAt.getTime() > (lastArchivedAt?.getTime() ?? 0))
    return [
      `The database server cannot archive its log. The last attempt failed at ${lastFailedAt.toISOString()}, and the ` +
        `last successful one was ${lastArchivedAt ? `at ${lastArchivedAt.toISOString()}` : 'never'}. Read the log of ` +
        'the server.',
    ]
  if (timeoutSeconds === 0)
    return [
      'The database server archives only full segments of its log, because archive_timeout is 0. Set it to 120 s to ' +
        'limit how many changes can be lost.',
    ]
  const lateMs = now.getTime() - (lastArchivedAt ?? since).getTime()
  return lateMs > Math.max(minLateMs, 3_000 * timeoutSeconds)
    ? [`The database server has not archived its log for ${Math.floor(lateMs / 60_000)} minutes.`]
    : []
}

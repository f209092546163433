import { describe, expect, it } from 'vitest'
import type { ArchiverState } from '../../../../src/service/db/backup/archiver-state.ts'
import { baseProblems, judgeOwnServer } from '../../../../src/service/operations/backup/judge-backups.ts'

const now = new Date('2030-01-31T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const working: ArchiverState = {
  isOn: true,
  hasDestination: true,
  timeoutSeconds: 120,
  lastArchivedAt: minutesAgo(1),
  lastFailedAt: minutesAgo(90),
  since: minutesAgo(10_000),
  lastBaseBackupAt: minutesAgo(6 * 60),
  now,
}
const judged = (change: Partial<ArchiverState>) => judgeOwnServer({ ...working, ...change }, { checksBases: true })

describe("backups of the operator's own server", () => {
  it('have no problem if the log is archived and the newest base backup is recent', () => {
    expect(judged({})).toEqual({
      problems: [],
      lastArchivedAt: '2030-01-31T11:59:00.000Z',
      lastBaseBackupAt: '2030-01-31T06:00:00.000Z',
    })
  })

  it.each<[string, Partial<ArchiverState>, RegExp]>([
    ['archiving is off', { isOn: false }, /archive_mode is off/],
    ['the log has no destination', { hasDestination: false }, /neither archive_command nor archive_library is set/],
    [
      'the last attempt failed',
      { lastFailedAt: minutesAgo(0) },
      /failed at 2030-01-31T12:00:00.000Z.+ at 2030-01-31T11/,
    ],
    ['every attempt failed', { lastArchivedAt: undefined }, /the last successful one was never/],
    ['only full segments are archived', { timeoutSeconds: 0 }, /archive_timeout is 0/],
    ['nothing was archived for long', { lastArchivedAt: minutesAgo(11) }, /not archived its log for 11 minutes/],
    [
      'nothing was ever archived',
      { lastArchivedAt: undefined, lastFailedAt: undefined, since: minutesAgo(45) },
      /not archived its log for 45 minutes/,
    ],
    [
      'no base backup is recorded',
      { lastBaseBackupAt: null },
      /^The database server has no record of a base backup\.$/,
    ],
    [
      'the base backup is old',
      { lastBaseBackupAt: minutesAgo(27 * 60) },
      /is 27 hours old\. Expected: at most 26 hours/,
    ],
  ])('have one problem if %s', (_what, change, problem) => {
    expect(judged(change).problems).toEqual([expect.stringMatching(problem)])
  })

  it('may be late by three times the timeout of the archive', () => {
    const hourly = { timeoutSeconds: 3_600, lastFailedAt: undefined }
    expect(judged({ ...hourly, lastArchivedAt: minutesAgo(179) }).problems).toEqual([])
    expect(judged({ ...hourly, lastArchivedAt: minutesAgo(181) }).problems).toHaveLength(1)
  })

  it('are judged without base backups if the role cannot see them, or if they run elsewhere', () => {
    const { problems, ...seen } = judged({ lastBaseBackupAt: undefined })
    expect([problems, Object.keys(seen)]).toEqual([[], ['lastArchivedAt']])
    expect(judgeOwnServer({ ...working, lastBaseBackupAt: null }, { checksBases: false })).toEqual({
      problems: [],
      lastArchivedAt: '2030-01-31T11:59:00.000Z',
    })
  })
})

it('a base backup may have the maximum age', () => {
  expect(baseProblems(minutesAgo(60), now, 60 * 60_000)).toEqual([])
  expect(baseProblems(minutesAgo(61), now, 60 * 60_000)).toHaveLength(1)
})

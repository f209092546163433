import { describe, expect, it } from 'vitest'
import type { BaseBackup } from '../../src/backup/backup-folder.ts'
import { chooseBase, logAfter } from '../../src/backup/plan-restore.ts'

const file = { name: 'x', bytes: 1, sha256: 'a'.repeat(64) }
const base = (finishedAt: string, startPoint = '0/2000028', stopPoint = '0/3000120'): BaseBackup => ({
  path: `/backups/${finishedAt}`,
  backups: '/backups',
  manifest: { format: 1, startedAt: finishedAt, finishedAt, startPoint, stopPoint, clusterBytes: 1, postgresVersion: '18', cluster: file, secrets: file },
})
const segment = (place: number, timeline = 1) => `${timeline.toString(16).padStart(8, '0')}${'0'.repeat(8)}${place.toString(16).padStart(8, '0')}`.toUpperCase()

describe('the base backup to begin with', () => {
  const [early, late] = [base('2030-01-01T00:00:00.000Z'), base('2030-01-02T00:00:00.000Z')]

  it('is the newest', () => expect(chooseBase([early, late], undefined)).toBe(late))
  it('is the newest from before the time', () => expect(chooseBase([late, early], new Date('2030-01-01T23:00:00Z'))).toBe(early))
  it('is none when all are later, which names the oldest', () => expect(() => chooseBase([late, early], new Date('2029-12-31T00:00:00Z'))).toThrow(/oldest one was complete at 2030-01-01/))
  it('is none in an empty folder', () => expect(() => chooseBase([], undefined)).toThrow('There is no base backup in this folder.'))
})

describe('the log to be replayed', () => {
  it('begins where the base backup does, goes as far as there are segments, and takes histories along', () => {
    expect(logAfter(base('2030-01-01T00:00:00.000Z'), ['00000002.history', segment(1), segment(2), segment(3), segment(4)])).toEqual({ names: ['00000002.history', segment(2), segment(3), segment(4)], missingPlace: undefined })
  })

  it('goes on on another timeline', () => {
    expect(logAfter(base('2030-01-01T00:00:00.000Z'), [segment(2), segment(3), segment(4, 2)]).names).toEqual([segment(2), segment(3), segment(4, 2)])
  })

  it('ends at a gap, and says so', () => {
    expect(logAfter(base('2030-01-01T00:00:00.000Z'), [segment(2), segment(3), segment(5)])).toEqual({ names: [segment(2), segment(3)], missingPlace: 4 })
  })

  it.each([[[segment(2)]], [[segment(3)]], [[]]])('is not enough with %j', (names) => expect(() => logAfter(base('2030-01-01T00:00:00.000Z'), names)).toThrow(/lacks what the backup itself needs/))
})

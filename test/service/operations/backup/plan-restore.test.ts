import { describe, expect, it } from 'vitest'
import type { BaseBackup } from '../../../../src/service/operations/backup/backup-folder.ts'
import { chooseBase, chooseWay, logAfter } from '../../../../src/service/operations/backup/plan-restore.ts'
import { parseHistory, timelineAt } from '../../../../src/service/operations/backup/timelines.ts'

const file = { name: 'x', bytes: 1, sha256: 'a'.repeat(64) }
const base = (finishedAt: string, startPoint = '0/2000028', stopPoint = '0/3000120'): BaseBackup => ({
  path: `/backups/${finishedAt}`,
  backups: '/backups',
  manifest: {
    format: 1,
    startedAt: finishedAt,
    finishedAt,
    startPoint,
    stopPoint,
    clusterBytes: 1,
    postgresVersion: '18',
    cluster: file,
    secrets: file,
  },
})
const segment = (place: number, timeline = 1) =>
  `${timeline.toString(16).padStart(8, '0')}${'0'.repeat(8)}${place.toString(16).padStart(8, '0')}`.toUpperCase()

describe('the base backup to begin with', () => {
  const [early, late] = [base('2030-01-01T00:00:00.000Z'), base('2030-01-02T00:00:00.000Z')]

  it('is the newest', () => expect(chooseBase([early, late], undefined)).toBe(late))
  it('is the newest from before the time', () =>
    expect(chooseBase([late, early], new Date('2030-01-01T23:00:00Z'))).toBe(early))
  it('is missing when all are later, and the error names the oldest', () =>
    expect(() => chooseBase([late, early], new Date('2029-12-31T00:00:00Z'))).toThrow(
      /oldest one was completed at 2030-01-01/,
    ))
  it('is missing in an empty folder', () =>
    expect(() => chooseBase([], undefined)).toThrow('There is no base backup in this folder.'))
})

describe('the log to be replayed', () => {
  it('begins where the base backup does, goes as far as there are segments, and takes histories along', () => {
    expect(
      logAfter(base('2030-01-01T00:00:00.000Z'), ['00000002.history', segment(1), segment(2), segment(3), segment(4)]),
    ).toEqual({ names: ['00000002.history', segment(2), segment(3), segment(4)], missingPlace: undefined })
  })

  it('goes on on another timeline, to which its history leads, and on no other', () => {
    expect(
      logAfter(
        base('2030-01-01T00:00:00.000Z'),
        [segment(2), segment(3), segment(4, 2)],
        [{ timeline: 1, until: '0/4000000' }, { timeline: 2 }],
      ).names,
    ).toEqual([segment(2), segment(3), segment(4, 2)])
    expect(logAfter(base('2030-01-01T00:00:00.000Z'), [segment(2), segment(3), segment(4, 2)]).names).toEqual([
      segment(2),
      segment(3),
    ])
  })

  it('has of each place the segment of the newest timeline on the way', () => {
    const names = [segment(2), segment(3), segment(4), segment(5), segment(6), segment(4, 2), segment(5, 2)]
    expect(
      logAfter(base('2030-01-01T00:00:00.000Z'), names, [{ timeline: 1, until: '0/4000A28' }, { timeline: 2 }]),
    ).toEqual({ names: [segment(2), segment(3), segment(4, 2), segment(5, 2)], missingPlace: undefined })
    expect(
      logAfter(base('2030-01-01T00:00:00.000Z'), names.toSpliced(5, 1), [
        { timeline: 1, until: '0/4000A28' },
        { timeline: 2 },
      ]).missingPlace,
    ).toBe(4)
  })

  it('ends at a gap, and says so', () => {
    expect(logAfter(base('2030-01-01T00:00:00.000Z'), [segment(2), segment(3), segment(5)])).toEqual({
      names: [segment(2), segment(3)],
      missingPlace: 4,
    })
  })

  it.each([[[segment(2)]], [[segment(3)]], [[]]])('is not enough with %j', (names) =>
    expect(() => logAfter(base('2030-01-01T00:00:00.000Z'), names)).toThrow(/lacks segments that the backup needs/),
  )
})

describe('the way of a restore', () => {
  const at = (day: number, timeline: number, startPoint: string, stopPoint: string): BaseBackup => {
    const made = base(`2030-01-0${day}T00:00:00.000Z`, startPoint, stopPoint)
    return { ...made, manifest: { ...made.manifest, timeline } }
  }
  const [early, left] = [at(1, 1, '0/2000028', '0/2000120'), at(2, 1, '0/5000028', '0/5000120')]
  const second = parseHistory(2, '1\t0/4000A28\tbefore 2030-01-01 12:00:00+00\n') ?? expect.fail()
  const histories = new Map([[2, second]])
  const names = [segment(2), segment(3), segment(4), segment(5), segment(4, 2)]

  it('goes to the newest timeline, from a base before that left the other one', () => {
    expect(chooseWay([left, early], names, histories, {})).toEqual({ base: early, line: second, targetTimeline: '2' })
    const newest = at(3, 2, '0/6000028', '0/6000120')
    expect(chooseWay([newest, left, early], names, histories, {})).toEqual({
      base: newest,
      line: second,
      targetTimeline: 'current',
    })
  })

  it('goes to the timeline that is asked for', () => {
    expect(chooseWay([left, early], names, histories, { timeline: 1 })).toEqual({
      base: left,
      line: [{ timeline: 1 }],
      targetTimeline: 'current',
    })
    expect(() => chooseWay([left], names, histories, { timeline: 2 })).toThrow(
      'No base backup leads to timeline 2. Available timelines: 2, 1.',
    )
  })

  it('is that of the base where a history leads to no log', () =>
    expect(chooseWay([early], [segment(2), segment(3)], histories, {})).toEqual({
      base: early,
      line: [{ timeline: 1 }],
      targetTimeline: 'current',
    }))

  it('is read from histories, and nothing else', () => {
    const third = parseHistory(3, '# a comment\n1\t0/4000A28\tbefore\n\n2\t1/0\tno recovery target specified\n')
    expect(third).toEqual([{ timeline: 1, until: '0/4000A28' }, { timeline: 2, until: '1/0' }, { timeline: 3 }])
    expect([3, 4, 255, 256].map((place) => third && timelineAt(third, place))).toEqual([1, 2, 2, 3])
    expect(parseHistory(2, 'what is no history')).toBeUndefined()
  })
})

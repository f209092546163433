import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBaseBackups, loggedNames } from '../../../../src/service/operations/backup/backup-folder.ts'
import { isBaseDue } from '../../../../src/service/operations/backup/is-base-due.ts'
import type { Manifest } from '../../../../src/service/operations/backup/manifest.ts'
import { chooseWay, logAfter } from '../../../../src/service/operations/backup/plan-restore.ts'
import { removeOldBackups } from '../../../../src/service/operations/backup/remove-old-backups.ts'
import { parseHistory } from '../../../../src/service/operations/backup/timelines.ts'

const file = { name: 'x', bytes: 1, sha256: 'a'.repeat(64) }
const refuse = (sentence: string) => expect.fail(sentence)

describe('base backups and their log in a folder', () => {
  let folder: string
  let backups: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-old-backups-'))
    backups = join(folder, 'cluster-7')
    mkdirSync(join(backups, 'wal'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Adds a base backup that starts in one segment and ends in the next. */
  const addBase = (finishedAt: string, timeline: number, place: number, more: Partial<Manifest> = {}) => {
    const point = (at: number) => `0/${at.toString(16).toUpperCase()}000028`
    const manifest: Manifest = {
      format: 1,
      startedAt: finishedAt,
      finishedAt,
      startPoint: point(place),
      stopPoint: point(place + 1),
      timeline,
      clusterBytes: 1,
      postgresVersion: '18.4',
      cluster: file,
      secrets: file,
      ...more,
    }
    const path = join(backups, `base-${finishedAt.replaceAll(/[:.]/g, '-')}`)
    mkdirSync(path)
    writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest))
  }
  const addLog = (timeline: number, from: number, to: number) => {
    for (let place = from; place <= to; place++)
      writeFileSync(join(backups, 'wal', `${hexadecimal(timeline)}${hexadecimal(0)}${hexadecimal(place)}.zst.age`), '')
  }
  const hexadecimal = (number: number) => number.toString(16).padStart(8, '0').toUpperCase()
  const segments = () =>
    readdirSync(join(backups, 'wal')).map(
      (name) => `${Number.parseInt(name.slice(0, 8), 16)}/${Number.parseInt(name.slice(16, 24), 16)}`,
    )

  it('of one timeline: the log before the oldest that stays goes', async () => {
    for (const [day, place] of [
      [1, 2],
      [2, 4],
      [20, 6],
    ] as const)
      addBase(`2030-01-${String(day).padStart(2, '0')}T00:00:00.000Z`, 1, place)
    addLog(1, 1, 8)
    expect(await removeOldBackups({ folder, keptDays: 14 }, backups, new Date('2030-01-21T00:00:00Z'), refuse)).toBe(1)
    expect(segments()).toEqual(['1/4', '1/5', '1/6', '1/7', '1/8'])
  })

  it('of two timelines: newer ones begin at lower places, and every one that stays is still restored', async () => {
    addBase('2030-01-01T00:00:00.000Z', 1, 16)
    addBase('2030-01-02T00:00:00.000Z', 1, 32)
    addBase('2030-01-03T00:00:00.000Z', 1, 96)
    // A restore to a moment soon after the second base backup has started timeline 2, at a lower position again.
    addBase('2030-01-04T00:00:00.000Z', 2, 40)
    addBase('2030-01-19T00:00:00.000Z', 2, 48)
    addLog(1, 16, 97)
    addLog(2, 36, 50)
    expect(await removeOldBackups({ folder, keptDays: 16 }, backups, new Date('2030-01-20T00:00:00Z'), refuse)).toBe(3)
    expect(segments().filter((name) => name.startsWith('2/'))).toHaveLength(11)

    addBase('2030-01-03T12:00:00.000Z', 1, 98)
    addLog(1, 98, 99)
    expect(await removeOldBackups({ folder, keptDays: 17 }, backups, new Date('2030-01-20T11:00:00Z'), refuse)).toBe(0)
    const kept = await findBaseBackups(folder, refuse)
    expect(kept.map(({ manifest }) => manifest.timeline)).toEqual([2, 2, 1])
    const names = await loggedNames(backups)
    for (const base of kept) expect(logAfter(base, names).missingPlace).toBeUndefined()
    const second = parseHistory(2, '1\t0/24000A28\tbefore\n') ?? expect.fail()
    expect(chooseWay(kept, names, new Map([[2, second]]), {}).base).toBe(kept[0])
  })

  it('keep all of the log where one of them does not say where it begins', async () => {
    addBase('2030-01-01T00:00:00.000Z', 1, 4)
    addBase('2030-01-02T00:00:00.000Z', 1, 6, { startPoint: 'nowhere' })
    addLog(1, 1, 8)
    await removeOldBackups({ folder, keptDays: 14 }, backups, new Date('2030-01-03T00:00:00Z'), refuse)
    expect(segments()).toHaveLength(8)
  })

  it('that are dated in the future are no reason to make none, nor to make one each minute', async () => {
    const isDue = (at: string) => isBaseDue({ folder, backups, timeline: 1 }, new Date(at), refuse)
    addBase('2031-01-01T00:00:00.000Z', 1, 4)
    expect(await isDue('2030-01-01T00:00:00Z')).toBe(true)
    addBase('2030-01-01T00:01:00.000Z', 1, 6)
    expect(await isDue('2030-01-01T00:02:00Z')).toBe(false)
    // A difference of one minute does not mean that the clock was wrong.
    expect(await isDue('2030-01-01T00:00:00Z')).toBe(false)
    expect(await isDue('2030-01-01T06:02:00Z')).toBe(true)
  })
})

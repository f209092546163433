import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readinessOf } from '../../../../src/service/api/readiness.ts'
import { watchBackups } from '../../../../src/service/operations/backup/watch-backups.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db } = await testDatabase()
const log = pino({ level: 'silent' })
let home: string
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'assay-watch-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe("the operator's /readyz", () => {
  it("reports that the operator's own server does not archive its log, and stays ready", async () => {
    const backups = watchBackups({ db, check: 'archive', isEmbedded: false, backup: undefined })
    const readiness = await readinessOf({ db, advisoryBases: [], log, backups })
    expect(readiness).toMatchObject({ ready: true, backup: { lastArchivedAt: null } })
    expect(readiness.problems).toContainEqual(expect.stringMatching(/archive_mode is off/))
  })

  it('reports that no backups of the embedded database are configured', async () => {
    expect(await watchBackups({ db, check: 'on', isEmbedded: true, backup: undefined })?.()).toEqual({
      problems: [expect.stringMatching(/Set ASSAY_BACKUP_DIR and ASSAY_BACKUP_RECIPIENT/)],
    })
  })

  it('reports the newest base backup of this database, and a damaged one', async () => {
    const clusterFolder = join(home, 'cluster')
    mkdirSync(join(clusterFolder, 'global'), { recursive: true })
    writeFileSync(join(clusterFolder, 'global', 'pg_control'), Buffer.from('0700000000000000', 'hex'))
    const folder = join(home, 'backups')
    const read = () => watchBackups({ db, check: 'on', isEmbedded: true, backup: { clusterFolder, folder } })?.()
    expect(await read()).toEqual({
      problems: ['No base backup of the database exists.'],
      lastBaseBackupAt: null,
    })
    const sealed = { name: 'sealed', bytes: 1, sha256: '0'.repeat(64) }
    const add = (cluster: string, hoursAgo: number) => {
      const at = new Date(Date.now() - hoursAgo * 60 * 60_000).toISOString()
      const base = join(folder, cluster, `base-${at.replaceAll(/[:.]/g, '-')}`)
      mkdirSync(base, { recursive: true })
      const manifest = {
        format: 1,
        startedAt: at,
        finishedAt: at,
        postgresVersion: '18.4',
        secrets: sealed,
        startPoint: '0/2000028',
        stopPoint: '0/2000100',
        timeline: 1,
        clusterBytes: 1,
        cluster: sealed,
      }
      writeFileSync(join(base, 'manifest.json'), JSON.stringify(manifest))
      return at
    }
    add('cluster-8', 1)
    const old = add('cluster-7', 30)
    expect(await read()).toEqual({
      problems: [expect.stringMatching(/is 30 hours old\. Expected: at most 13 hours/)],
      lastBaseBackupAt: old,
    })
    const recent = add('cluster-7', 2)
    mkdirSync(join(folder, 'cluster-7', 'base-2030'))
    expect(await read()).toEqual({
      problems: [expect.stringMatching(/base-2030.manifest\.json is not a backup manifest/)],
      lastBaseBackupAt: recent,
    })
  })

  it('reads no more than once a minute, and nothing if the check is off', async () => {
    const watch = watchBackups({
      db,
      check: 'on',
      isEmbedded: true,
      backup: { clusterFolder: join(home, 'missing'), folder: join(home, 'backups') },
    })
    const first = await watch?.()
    expect(first?.problems).toEqual([expect.stringMatching(/missing/)])
    expect(await watch?.()).toBe(first)
    expect(watchBackups({ db, check: 'off', isEmbedded: true, backup: undefined })).toBeUndefined()
  })
})

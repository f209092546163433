import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import type { BackupContext } from '../../../../../src/service/operations/backup/backup-context.ts'
import { clusterBackups } from '../../../../../src/service/operations/backup/backup-folder.ts'
import { drillRestore } from '../../../../../src/service/operations/backup/drill-restore.ts'
import { generateBackupKey } from '../../../../../src/service/operations/backup/generate-backup-key.ts'
import { isBaseDue } from '../../../../../src/service/operations/backup/is-base-due.ts'
import { removeOldBackups } from '../../../../../src/service/operations/backup/remove-old-backups.ts'
import { restoreBackup } from '../../../../../src/service/operations/backup/restore-backup.ts'
import { shipSegments } from '../../../../../src/service/operations/backup/ship-segments.ts'
import { takeBackup } from '../../../../../src/service/operations/backup/take-backup.ts'
import { openForBackup } from '../../../../../src/service/db/backup/base-backup.ts'
import { archiveFolder, archivingSettings } from '../../../../../src/service/db/embedded/archiving.ts'
import { type Cluster, openCluster } from '../../../../../src/service/db/embedded/cluster.ts'
import { migrateDatabase } from '../../../../../src/service/db/migrate.ts'

/** A real cluster with writes, a backup, more writes, and restores to moments in between. */
describe('a backup of the embedded database', { timeout: 240_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-backup-test-'))
  const folder = join(home, 'backups')
  const now = () => new Date()
  const moments: Date[] = []
  const progress: string[] = []
  let cluster: Cluster
  let sql: postgres.Sql
  let context: BackupContext
  let identity: string
  let backups: string

  /** Commits a note, then archives and ships everything that was committed. */
  const note = async (text: string) => {
    await sql`insert into notes values (${text})`
    await new Promise((resolve) => setTimeout(resolve, 50))
    moments.push(new Date())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const ship = async (of = { sql, cluster, to: backups }) => {
    const [{ name = '' } = {}] = await of.sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as name`
    await using connection = await openForBackup(of.cluster.url)
    await connection.switchSegment()
    for (
      const until = Date.now() + 60_000;
      !existsSync(join(archiveFolder(of.cluster.dataFolder), name)) && Date.now() < until;
    )
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(existsSync(join(archiveFolder(of.cluster.dataFolder), name))).toBe(true)
    await shipSegments({ ...context, clusterFolder: of.cluster.dataFolder }, of.to)
  }
  /** Returns the last lines of the server's log in one of the data folders. */
  const endOfLog = (name: string) => {
    const file = join(home, name, 'postgres', 'server.log')
    return existsSync(file) ? `${name}:\n${readFileSync(file, 'utf8').split('\n').slice(-12).join('\n')}` : name
  }
  const notesIn = async (dataDir: string) => {
    await using restored = await openCluster({ dataDir })
    const read = postgres(restored.url, { max: 1 })
    try {
      return (await read<{ text: string }[]>`select text from notes order by 1`).map(({ text }) => text)
    } finally {
      await read.end()
    }
  }
  const restoreTo = async (
    name: string,
    to?: Date,
    { from = folder, timeline }: { from?: string; timeline?: number } = {},
  ) => {
    const dataDir = join(home, name)
    mkdirSync(dataDir)
    const restored = await restoreBackup({
      folder: from,
      identity,
      to,
      timeline,
      dataDir,
      onProgress: (message) => progress.push(message),
    })
    return { dataDir, restored }
  }

  beforeAll(async () => {
    const key = await generateBackupKey()
    identity = key.identity
    cluster = await openCluster({ dataDir: join(home, 'data'), settings: archivingSettings })
    await migrateDatabase(cluster.url)
    context = {
      folder,
      recipient: key.recipient,
      keptDays: 14,
      clusterFolder: cluster.dataFolder,
      databaseUrl: cluster.url,
      secret: 'visibly-fake-master-key-of-a-test-installation',
    }
    await using connection = await openForBackup(cluster.url)
    backups = clusterBackups(folder, connection.systemIdentifier)
    sql = postgres(cluster.url, { max: 1 })
    await sql`create table notes (text text)`
    await note('before the backup')
    await takeBackup(context, now)
    await note('after the backup')
    await ship()
    await note('last')
    await ship()
  }, 240_000)

  beforeEach(() => {
    progress.length = 0
    onTestFailed(() => void process.stderr.write([...progress, ...readdirSync(home).map(endOfLog), ''].join('\n')))
  })

  afterAll(async () => {
    await sql?.end()
    await cluster?.[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true })
  }, 240_000)

  it('is restored to the end of the archived log with the master key, and only by the owner of the key', async () => {
    const { dataDir, restored } = await restoreTo('to-the-end')
    expect(restored.state.broken).toEqual([])
    expect(restored.state.rows).toMatchObject({ notes: 3, installation: 0 })
    expect(await notesIn(dataDir)).toEqual(['after the backup', 'before the backup', 'last'])
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(context.secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(dataDir, 'postgres', 'data'))).not.toContain('restored-wal')

    const other = await generateBackupKey()
    const refused = join(home, 'refused')
    mkdirSync(refused)
    await expect(
      restoreBackup({ folder, identity: other.identity, dataDir: refused, onProgress: () => {} }),
    ).rejects.toThrow(/cannot be opened with this identity/)
    expect(existsSync(join(refused, 'postgres', 'data'))).toBe(false)
  })

  it('is restored to a moment', async () => {
    const { dataDir } = await restoreTo('to-a-moment', moments[1])
    // The server archives from its start. After three failures, it would pause for a minute.
    expect(readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')).not.toMatch(/archive command failed/)
    expect(await notesIn(dataDir)).toEqual(['after the backup', 'before the backup'])
  })

  it('is restored to its end where nothing came after it up to the time', async () => {
    const { dataDir } = await restoreTo('after-the-end', new Date())
    expect(await notesIn(dataDir)).toEqual(['after the backup', 'before the backup', 'last'])
  })

  it(
    'is restored once more after a restore, with what was written since, before and after there is a base ' +
      'backup of the new timeline',
    async () => {
      const from = join(home, 'backups-of-both')
      cpSync(folder, from, { recursive: true })
      const here = join(from, basename(backups))
      const { dataDir } = await restoreTo('first', moments[1], { from })
      {
        await using again = await openCluster({ dataDir, settings: archivingSettings })
        const write = postgres(again.url, { max: 1 })
        try {
          await using running = await openForBackup(again.url)
          expect(running.timeline).toBe(2)
          const due = () =>
            isBaseDue({ folder: from, backups: here, timeline: running.timeline }, new Date(), (sentence) =>
              progress.push(sentence),
            )
          await write`insert into notes values ('after the restore')`
          await ship({ sql: write, cluster: again, to: here })
          expect(readdirSync(join(here, 'wal'))).toContain('00000002.history.zst.age')

          const second = await restoreTo('second', undefined, { from })
          expect(second.restored.base.manifest.timeline).toBe(1)
          expect(await notesIn(second.dataDir)).toEqual(['after the backup', 'after the restore', 'before the backup'])
          // The timeline that the first restore left can still be requested.
          expect(await notesIn((await restoreTo('left', undefined, { from, timeline: 1 })).dataDir)).toEqual([
            'after the backup',
            'before the backup',
            'last',
          ])
          await expect(restoreTo('nowhere', undefined, { from, timeline: 7 })).rejects.toThrow(
            /leads to timeline 7\. Available timelines: 2, 1\./,
          )

          expect(await due()).toBe(true)
          const { manifest } = await takeBackup(
            { ...context, folder: from, clusterFolder: again.dataFolder, databaseUrl: again.url },
            now,
          )
          expect(manifest.timeline).toBe(2)
          expect(await due()).toBe(false)
          await write`insert into notes values ('after its backup')`
          await ship({ sql: write, cluster: again, to: here })
        } finally {
          await write.end()
        }
      }
      const third = await restoreTo('third', undefined, { from })
      expect(third.restored.base.manifest.timeline).toBe(2)
      expect(await notesIn(third.dataDir)).toEqual([
        'after its backup',
        'after the backup',
        'after the restore',
        'before the backup',
      ])
    },
  )

  it('with a damaged manifest is passed over and named, and so is a folder that cannot be read', async () => {
    const from = join(home, 'backups-damaged')
    cpSync(folder, from, { recursive: true })
    const damaged = join(from, basename(backups), 'base-2031-01-01T00-00-00-000Z')
    mkdirSync(damaged)
    writeFileSync(join(damaged, 'manifest.json'), '{"format":1,')
    progress.length = 0
    expect((await restoreTo('from-good-ones', undefined, { from })).restored.state.rows['notes']).toBe(3)
    expect(progress.filter((message) => message.includes(damaged))).toEqual([
      expect.stringMatching(/manifest\.json is not a backup manifest, or it is damaged/),
    ])
    const named: string[] = []
    expect(
      await removeOldBackups({ folder: from, keptDays: 14 }, join(from, basename(backups)), now(), (sentence) =>
        named.push(sentence),
      ),
    ).toBe(0)
    expect(named).toHaveLength(1)
    const running = { backups: join(from, basename(backups)), timeline: 1 }
    expect(await isBaseDue({ ...running, folder: from }, now(), (sentence) => named.push(sentence))).toBe(false)
    expect(named).toHaveLength(2)
    // A file replaces the disk, as if the disk were not mounted.
    expect(
      await isBaseDue({ ...running, folder: join(damaged, 'manifest.json') }, now(), (sentence) =>
        named.push(sentence),
      ),
    ).toBe(true)
    expect(named.at(-1)).toMatch(/cannot be read: ENOTDIR/)
  })

  it('is not restored to a time before it, nor over what is there', async () => {
    await expect(restoreTo('too-early', new Date(0))).rejects.toThrow(/There is no base backup before 1970/)
    await expect(
      restoreBackup({ folder, identity, dataDir: join(home, 'data'), onProgress: () => {} }),
    ).rejects.toThrow(/already exists, and a restore never overwrites/)
  })

  it(
    'is restored where an earlier restore was ended before it had a database, and not beside the key of ' +
      'another installation',
    async () => {
      const dataDir = join(home, 'begun-anew')
      mkdirSync(join(dataDir, 'postgres', 'restoring', 'base'), { recursive: true })
      writeFileSync(join(dataDir, 'secret'), 'visibly-fake-master-key-of-another-installation\n')
      const again = () => restoreBackup({ folder, identity, dataDir, onProgress: () => {} })
      await expect(again()).rejects.toThrow(/begun-anew\/secret already exists, and a restore never overwrites/)
      expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toContain('another')
      writeFileSync(join(dataDir, 'secret'), `${context.secret}\n`)
      await again()
      expect(await notesIn(dataDir)).toHaveLength(3)
    },
  )

  it('holds nothing in the clear', () => {
    const texts = readdirSync(backups, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(texts.length).toBeGreaterThan(3)
    for (const secret of ['before the backup', context.secret, 'installation'])
      expect(texts.filter((text) => text.includes(secret))).toEqual([])
  })

  it('that was changed or has a gap in its log is refused by name', async () => {
    const base = join(backups, readdirSync(backups).find((name) => name.startsWith('base-')) ?? '')
    const archive = join(base, 'cluster.tar.zst.age')
    const whole = readFileSync(archive)
    appendFileSync(archive, 'x')
    await expect(restoreTo('changed')).rejects.toThrow(/cluster\.tar\.zst\.age is not the file that was written/)
    writeFileSync(archive, whole)

    const log = join(backups, 'wal')
    const segments = readdirSync(log)
      .filter((name) => /^[0-9A-F]{24}\.zst\.age$/.test(name))
      .sort()
    const taken = segments.at(-2) ?? ''
    renameSync(join(log, taken), join(home, taken))
    await expect(restoreTo('gap')).rejects.toThrow(/has a gap after|lacks segments that the backup needs/)
    renameSync(join(home, taken), join(log, taken))
  })

  it('is tried out by a drill, which leaves nothing behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('assay-drill-'))
    const drill = await drillRestore({ folder, identity, onProgress: () => {} }, now())
    expect(drill.state.rows['notes']).toBe(3)
    expect(drill.state.broken).toEqual([])
    expect(drill.lostSeconds).toBeGreaterThanOrEqual(0)
    expect(drill.secondsOfTenGigabytes).toBeGreaterThan(0)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-drill-'))).toEqual(before)
  })

  it('waits for one that runs, and goes when it is too old, with the log before the oldest that stays', async () => {
    const waits: string[] = []
    const turn = { onWait: (sentence: string) => void waits.push(sentence) }
    const [{ path }, other] = await Promise.all([takeBackup(context, now, turn), takeBackup(context, now, turn)])
    expect(waits).toEqual([expect.stringMatching(/^Another process is backing up this database/)])
    expect([existsSync(path), existsSync(other.path), path === other.path]).toEqual([true, true, false])
    const refuse = (sentence: string) => expect.fail(sentence)
    expect(await removeOldBackups({ folder, keptDays: 14 }, backups, now(), refuse)).toBe(0)
    const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60_000)
    const segmentsBefore = readdirSync(join(backups, 'wal')).length
    expect(await removeOldBackups({ folder, keptDays: 14 }, backups, inAYear, refuse)).toBe(1)
    expect(existsSync(path)).toBe(true)
    expect(readdirSync(join(backups, 'wal')).length).toBeLessThan(segmentsBefore)
    const { dataDir } = await restoreTo('after-removal')
    expect(await notesIn(dataDir)).toHaveLength(3)
  })

  it('is refused where the log is not archived', async () => {
    await using unarchived = await openCluster({ dataDir: join(home, 'unarchived') })
    await expect(
      takeBackup({ ...context, clusterFolder: unarchived.dataFolder, databaseUrl: unarchived.url }, now),
    ).rejects.toThrow(/runs without archiving its log/)
  })
})

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateBackupKey } from '../../../../../src/service/operations/backup/generate-backup-key.ts'
import { keepBackingUp } from '../../../../../src/service/operations/backup/keep-backing-up.ts'
import type { TakenBackup } from '../../../../../src/service/operations/backup/take-backup.ts'
import { watchBackups } from '../../../../../src/service/operations/backup/watch-backups.ts'
import { type Database, openDatabase } from '../../../../../src/service/db/client.ts'
import { archivingSettings } from '../../../../../src/service/db/embedded/archiving.ts'
import { type Cluster, openCluster } from '../../../../../src/service/db/embedded/cluster.ts'
import { readRecoveredState } from '../../../../../src/service/db/backup/recovered-cluster.ts'
import { runAssay } from '../../../../support/assay-process.ts'

/** Simulates a self-hosted server. The backup process has only its URL, a secret, and the folder of its files. */
describe('a backup of a server whose files can be read', { timeout: 240_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-own-server-'))
  const identityFile = join(home, 'identity.txt')
  let server: Cluster
  let address: string
  let settings: Record<string, string>

  beforeAll(async () => {
    const { identity, recipient } = await generateBackupKey()
    writeFileSync(identityFile, `${identity}\n`)
    server = await openCluster({ dataDir: join(home, 'server'), settings: archivingSettings })
    const sql = postgres(server.url, { max: 1 })
    await sql`alter role assay password 'p@ss/w%rd#'`
    await sql.end()
    address = server.url.replace(/:[^:@/]+@/, `:${encodeURIComponent('p@ss/w%rd#')}@`)
    // The server may use another path for this folder, keep its configuration elsewhere, and contain settings that only
    // work on its own machine.
    symlinkSync(server.dataFolder, join(home, 'cluster'))
    for (const name of ['pg_hba.conf', 'pg_ident.conf', 'postgresql.conf']) unlinkSync(join(server.dataFolder, name))
    appendFileSync(
      join(server.dataFolder, 'postgresql.auto.conf'),
      `recovery_end_command = 'touch ${join(home, 'ran')}'\nshared_preload_libraries = 'not_here'\nssl = ` +
        `on\ninclude '/etc/postgresql/not-here.conf'\n`,
    )
    settings = {
      ASSAY_DATA_DIR: join(home, 'process'),
      DATABASE_URL: address,
      ASSAY_SECRET: 'visibly-fake-master-key-of-a-test-installation',
      ASSAY_BACKUP_CLUSTER: join(home, 'cluster'),
      ASSAY_BACKUP_DIR: join(home, 'backups'),
      ASSAY_BACKUP_RECIPIENT: recipient,
    }
  }, 240_000)
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true })
  })

  it('is made by a process beside it, and restored with its master key into an installation that runs', async () => {
    expect(
      (await runAssay(['keys', 'create', '--name', 'kept', '--account', 'acme', '--plan', 'free'], settings)).code,
    ).toBe(0)
    expect(await runAssay(['backup'], settings)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Backup .+\nDatabase .+ MB, stored as .+\n$/),
      err: expect.stringMatching(/^Deprecated: .+ pgBackRest .+\n$/),
    })
    const restored = { ASSAY_DATA_DIR: join(home, 'restored') }
    mkdirSync(restored.ASSAY_DATA_DIR)
    expect(
      await runAssay(['restore', '--identity-file', identityFile, '--from', join(home, 'backups')], restored),
    ).toMatchObject({ code: 0, out: expect.stringContaining('all passed') })
    expect(existsSync(join(home, 'ran'))).toBe(false)
    expect(readFileSync(join(restored.ASSAY_DATA_DIR, 'secret'), 'utf8').trim()).toBe(settings['ASSAY_SECRET'])
    expect(await runAssay(['accounts', 'set', 'acme', '--plan', 'pro'], restored)).toMatchObject({
      code: 0,
      out: expect.stringContaining('acme'),
    })
  })

  it('is seen by the server, whose archive works, but not by a role without privileges', async () => {
    await using owner = openDatabase(address, { maxConnections: 1, applicationName: 'test' })
    const check = (db: Database) => watchBackups({ db, check: 'on', isEmbedded: false, backup: undefined })
    const health = await check(owner.db)?.()
    expect(health).toEqual({
      problems: [],
      lastArchivedAt: expect.stringMatching(/^\d{4}-/),
      lastBaseBackupAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(Date.now() - Date.parse(health?.lastBaseBackupAt ?? '')).toBeLessThan(10 * 60_000)
    await owner.sql`create role reader login password 'visibly-fake'`
    const readers = new URL(address)
    ;[readers.username, readers.password] = ['reader', 'visibly-fake']
    await using reader = openDatabase(readers.href, { maxConnections: 1, applicationName: 'test' })
    expect(await check(reader.db)?.()).toEqual({ problems: [], lastArchivedAt: health?.lastArchivedAt })
    await owner.sql`grant pg_monitor to reader`
    expect(await check(reader.db)?.()).toEqual(health)
  })

  it('goes on until it is stopped, and tells when the server is away', async () => {
    const { recipient } = await generateBackupKey()
    const context = {
      folder: join(home, 'kept'),
      recipient,
      keptDays: 14,
      clusterFolder: server.dataFolder,
      databaseUrl: address,
      secret: 'visibly-fake',
    }
    const heard: (TakenBackup | string)[] = []
    const until = async (databaseUrl: string) => {
      const stop = new AbortController()
      const onHeard = (what: TakenBackup | string) => {
        heard.push(what)
        stop.abort()
      }
      await keepBackingUp({ ...context, databaseUrl }, stop.signal, {
        onTaken: onHeard,
        onProblem: onHeard,
        onWait: onHeard,
      })
    }
    await until('postgres://assay:x@127.0.0.1:1/assay')
    await until(address)
    expect(heard).toEqual([expect.stringMatching(/ECONNREFUSED/), expect.objectContaining({ removed: 0 })])
    expect(existsSync((heard[1] as TakenBackup).path)).toBe(true)
  })

  it('is looked through without the libraries that its database names', async () => {
    await using sql = { of: postgres(address, { max: 1 }), [Symbol.asyncDispose]: () => sql.of.end() }
    await using other = { of: postgres(address, { max: 1 }), [Symbol.asyncDispose]: () => other.of.end() }
    await sql.of`alter database assay set session_preload_libraries = 'not_here'`
    await expect(other.of`select 1`).rejects.toThrow(/could not access file "not_here"/)
    expect((await readRecoveredState(address)).broken).toEqual([])
    await sql.of`alter database assay reset session_preload_libraries`
  })

  it('is what deploy/compose.yaml has the server put its log out for', () => {
    const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
      readonly services: {
        readonly postgres: {
          readonly command: readonly string[]
          readonly environment: Readonly<Record<string, string>>
        }
        readonly backup: { readonly environment: Readonly<Record<string, string>> }
      }
    }
    for (const [name, value] of Object.entries(archivingSettings))
      expect(services.postgres.command).toContain(`${name}=${value}`)
    expect(services.backup.environment['ASSAY_BACKUP_CLUSTER']).toBe(services.postgres.environment['PGDATA'])
  })
})

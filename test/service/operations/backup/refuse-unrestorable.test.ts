import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  resolveClusterFolder,
  systemIdentifierIn,
  tablespacesElsewhere,
} from '../../../../src/service/operations/backup/cluster-folder.ts'
import type { Manifest } from '../../../../src/service/operations/backup/manifest.ts'
import { refuseWithoutLog } from '../../../../src/service/operations/backup/refuse-without-log.ts'
import { type Candidate, whyUnrestorable } from '../../../../src/service/operations/backup/refuse-unrestorable.ts'
import { isStoredPassword } from '../../../../src/service/operations/backup/stored-password.ts'

/** The example of RFC 7677 in the format that PostgreSQL stores. */
const stored =
  'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$' +
  'WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU='
const good: Candidate = {
  clusterFolder: '/var/lib/postgresql/cluster',
  identifierInFolder: '7',
  systemIdentifier: '7',
  tablespaces: [],
  version: '18.4 (Debian 18.4-1)',
  segmentSize: '16MB',
  password: 'pencil',
  setting: 'DATABASE_URL',
  role: { name: 'assay', database: 'assay', isSuperuser: true, locales: ['C', 'C.UTF-8'], storedPassword: stored },
}

describe('a server whose backups could not be restored', () => {
  it('is refused before there is one, and no other', () => expect(whyUnrestorable(good)).toBeUndefined())

  it.each<[string, Partial<Candidate>, RegExp]>([
    [
      'with another folder',
      { identifierInFolder: '8' },
      /cluster contains the cluster 8, but DATABASE_URL leads to the cluster 7\. Set ASSAY_BACKUP_CLUSTER/,
    ],
    [
      'with another folder and a direct URL',
      { identifierInFolder: '8', setting: 'DATABASE_DIRECT_URL' },
      /cluster contains the cluster 8, but DATABASE_DIRECT_URL leads to the cluster 7\./,
    ],
    [
      'without a password in the direct URL',
      { password: '', setting: 'DATABASE_DIRECT_URL' },
      /add it to DATABASE_DIR/,
    ],
    ['of another version', { version: '17.2' }, /is PostgreSQL 17\.2, but Assay restores backups with PostgreSQL 18/],
    ['with other segments', { segmentSize: '64MB' }, /segments of 64MB/],
    ['with tablespaces', { tablespaces: ['16400'] }, /tablespaces outside of .+ \(16400\).+ Move/],
    ['with another role', { role: { ...good.role, name: 'admin' } }, /role "admin".+ Rename/],
    ['with another database', { role: { ...good.role, database: 'app' } }, /database "app"/],
    [
      'with a locale of its machine',
      { role: { ...good.role, locales: ['C', 'en_US.utf8'] } },
      /locale en_US\.utf8, .+ pg_dump/,
    ],
    [
      'with a role of few rights',
      { role: { ...good.role, isSuperuser: false, storedPassword: '' } },
      /alter role assay superuser/,
    ],
    ['without a password', { password: '' }, /has no password/],
    ['with a password that ends in space', { password: 'pencil ' }, /surrounding spaces/],
    ['that trusts any password', { password: 'crayon' }, /is not the scram-sha-256 password/],
    [
      'with a password of the old kind',
      { role: { ...good.role, storedPassword: `md5${'0'.repeat(32)}` } },
      /password_encryption = 'scram-sha-256'/,
    ],
  ])('%s says why and what to do', (_what, change, expected) =>
    expect(whyUnrestorable({ ...good, ...change })).toMatch(expected),
  )

  it('is known by its verifier of the password', () => {
    expect(isStoredPassword('pencil', stored)).toBe(true)
    for (const password of ['Pencil', '']) expect(isStoredPassword(password, stored)).toBe(false)
    expect(isStoredPassword('', '')).toBe(false)
  })
})

describe('what a base backup needs', () => {
  let home: string
  beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'assay-cluster-folder-'))))
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it('is a folder of a cluster, which says whose it is, behind a link too', async () => {
    const folder = join(home, 'cluster')
    for (const name of ['global', 'pg_tblspc/1']) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'global', 'pg_control'), Buffer.from('0102030405060708090a', 'hex'))
    symlinkSync(home, join(folder, 'pg_tblspc', '16400'))
    symlinkSync(folder, join(home, 'link'))
    expect(await systemIdentifierIn(await resolveClusterFolder(join(home, 'link')))).toBe(
      BigInt('0x0807060504030201').toString(),
    )
    expect(await resolveClusterFolder(join(home, 'link'))).toBe(await resolveClusterFolder(folder))
    expect(await tablespacesElsewhere(folder)).toEqual(['16400'])
    await expect(resolveClusterFolder(join(home, 'none'))).rejects.toThrow(
      /none is not a readable PostgreSQL data folder.+ASSAY_BACKUP_CLUSTER/,
    )
    await expect(systemIdentifierIn(home)).rejects.toThrow(/is not a readable PostgreSQL data folder/)
  })

  it('is its log in the archive, where the server may not put it', async () => {
    const file = { name: 'x', bytes: 1, sha256: 'a'.repeat(64) }
    const manifest: Manifest = {
      format: 1,
      startedAt: '2030-01-01T00:00:00.000Z',
      finishedAt: '2030-01-01T00:00:01.000Z',
      startPoint: '0/2000028',
      stopPoint: '0/3000120',
      timeline: 2,
      clusterBytes: 1,
      postgresVersion: '18.4',
      cluster: file,
      secrets: file,
    }
    const check = () => refuseWithoutLog(manifest, join(home, 'draft-1'), home)
    await expect(check()).rejects.toThrow(/log from 0\/2000028 to 0\/3000120 on timeline 2.+ archive_command/)
    mkdirSync(join(home, 'wal'))
    for (const name of ['000000010000000000000002', '000000010000000000000003', '000000020000000000000002'])
      writeFileSync(join(home, 'wal', `${name}.zst.age`), '')
    await expect(check()).rejects.toThrow(/archive_command/)
    writeFileSync(join(home, 'wal', '000000020000000000000003.zst.age'), '')
    await check()
  })
})

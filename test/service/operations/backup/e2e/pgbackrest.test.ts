import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { drillPgBackRest } from '../../../../../bench/parts/pgbackrest/drill.ts'
import { findPgBackRest } from '../../../../../bench/parts/pgbackrest/program.ts'
import { openStanza, type RepositoryOptions } from '../../../../../bench/parts/pgbackrest/stanza.ts'
import { startS3StandIn } from '../../../../support/s3-stand-in.ts'

const found = await findPgBackRest()
const page = readFileSync('docs/how-to/backup.md', 'utf8')

/** Options in the page's configuration files: of a repository in a folder, and its replacement in S3 storage. */
const [inFolder = {}, inStorage = {}] = [...page.matchAll(/```ini\n([\s\S]*?)```/g)].map(([, block = '']) =>
  Object.fromEntries(
    [...(block.split('[assay]')[0] ?? '').matchAll(/^([a-z][\w-]*)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  ),
) as RepositoryOptions[]
/** Commands of the page in shells and in cron. */
const documented = [...page.matchAll(/^(?:\S+ \S+ \S+ \S+ \S+ postgres )?pgbackrest (.+)$/gm)].map(([, words = '']) =>
  words.replace(/--target="[^"]+"/, '--target=TIME'),
)

const size = { databaseMB: 8, logMB: 8, commitSeconds: 8 }
const archiveTimeoutSeconds = 5
/** The loss is a few seconds, but the machine may be busy. */
const maxLostSeconds = 300

describe('pgBackRest, as docs/how-to/backup.md configures it', { timeout: 900_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-storage-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const expectDrill = async (program: string, repository: RepositoryOptions) => {
    await using stanza = await openStanza({ program, repository, archiveTimeoutSeconds })
    const drill = await drillPgBackRest(stanza, size, () => {})
    expect(drill.broken).toEqual([])
    expect(drill.expectedCommits).toBeGreaterThan(0)
    expect(drill.foundCommits).toBe(drill.expectedCommits)
    expect(drill.lostSeconds).toBeGreaterThanOrEqual(0)
    expect(drill.lostSeconds).toBeLessThan(maxLostSeconds)
    expect(drill.lostCommits).toBeGreaterThanOrEqual(0)
    expect(drill.replayedMB).toBeGreaterThan(0)
    const ran = new Set(
      stanza.commands.map((words) => words.replace(/ --pg1-path=\S+/, '').replace(/--target=\S+ \S+/, '--target=TIME')),
    )
    expect(documented.filter((words) => !ran.has(words))).toEqual([])
    expect(documented).toHaveLength(6)
    return drill
  }

  it('restores a point in time from a folder, with every commit up to it', async ({ skip }) => {
    if (found.file === undefined) return skip(found.reason)
    const drill = await expectDrill(found.file, { ...inFolder, 'repo1-path': 'repository' })
    expect(drill.fullStoredMB).toBeGreaterThan(0)
    expect(drill.clusterMB).toBeGreaterThan(drill.databaseMB)
  })

  it('restores a point in time from S3-compatible storage', async ({ skip }) => {
    if (found.file === undefined) return skip(found.reason)
    await using storage = await startS3StandIn()
    // The server's user reads the certificate.
    chmodSync(home, 0o755)
    const certificate = join(home, 'storage.crt')
    writeFileSync(certificate, storage.certificate)
    await expectDrill(found.file, {
      ...inFolder,
      ...inStorage,
      'repo1-s3-endpoint': 'localhost',
      'repo1-s3-region': storage.region,
      'repo1-s3-bucket': storage.bucket,
      'repo1-s3-key': storage.key,
      'repo1-s3-key-secret': storage.secret,
      'repo1-s3-uri-style': 'path',
      'repo1-storage-port': String(storage.port),
      'repo1-storage-ca-file': certificate,
    })
    expect(storage.refused).toEqual([])
    expect([...storage.objects.keys()].some((name) => name.startsWith('assay/archive/assay/18-1/'))).toBe(true)
    // Encrypted objects start with OpenSSL's header. Blocks of data files omit it, and are not readable as zstd either.
    for (const [name, content] of storage.objects) {
      if (/\.(info|manifest)(\.copy)?$|^assay\/archive\//.test(name))
        expect(content.toString('latin1', 0, 8), name).toBe('Salted__')
      expect(content.toString('hex', 0, 4), name).not.toBe('28b52ffd')
    }
  })
})

describe('the search for pgBackRest', () => {
  it('names the reason if it cannot be used', async () => {
    expect(await findPgBackRest({ PATH: '/nowhere' })).toEqual({
      file: undefined,
      reason: 'pgBackRest is not installed. Install version 2.55 or newer, or set PGBACKREST to its path.',
    })
    const program = join(mkdtempSync(join(tmpdir(), 'assay-program-')), 'pgbackrest')
    const reasonOf = async (prints: string) => {
      writeFileSync(program, `#!/bin/sh\necho '${prints}'\n`)
      chmodSync(program, 0o755)
      return await findPgBackRest({ PGBACKREST: program })
    }
    expect(await reasonOf('pgBackRest 2.45')).toMatchObject({
      reason: expect.stringMatching(/is pgBackRest 2\.45, which does not support PostgreSQL 18\. Install 2\.55/),
    })
    expect(await reasonOf('something else')).toMatchObject({ reason: expect.stringMatching(/is not pgBackRest\.$/) })
    expect(await reasonOf('pgBackRest 2.55.1')).toEqual({ file: program, version: '2.55.1' })
    rmSync(join(program, '..'), { recursive: true })
  })
})

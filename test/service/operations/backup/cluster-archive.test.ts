import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packCluster } from '../../../../src/service/operations/backup/cluster-archive.ts'
import { writeOwnConfiguration } from '../../../../src/service/operations/backup/own-configuration.ts'

describe('files of a cluster', () => {
  let home: string
  let folder: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'assay-cluster-archive-'))
    folder = join(home, 'cluster')
    mkdirSync(join(folder, 'global'), { recursive: true })
    writeFileSync(join(folder, 'global', 'pg_control'), 'x')
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it('are packed with an empty folder of the log, also where that is a link to another disk', async () => {
    mkdirSync(join(home, 'fast', 'archive_status'), { recursive: true })
    writeFileSync(join(home, 'fast', '000000010000000000000001'), 'x')
    symlinkSync(join(home, 'fast'), join(folder, 'pg_wal'))
    const archive = packCluster(folder)
    const entries = archive.content.pipe(extract())
    void archive.packed.then(() => archive.finish('label'))
    const names: string[] = []
    for await (const entry of entries) {
      names.push(`${entry.header.type} ${entry.header.name}`)
      entry.resume()
    }
    expect(names).toEqual([
      'directory global/',
      'file global/pg_control',
      'directory pg_wal/',
      'directory pg_wal/archive_status/',
      'file backup_label',
    ])
  })

  it('get the configuration of an embedded server, whatever was there or was not', async () => {
    const foreign =
      "recovery_end_command = 'touch /visible'\nshared_preload_libraries = 'theirs'\ninclude = " +
      "'/etc/postgresql/other.conf'\n"
    writeFileSync(join(folder, 'postgresql.conf'), foreign)
    writeFileSync(join(folder, 'postgresql.auto.conf'), foreign)
    mkdirSync(join(folder, 'pg_hba.conf', 'is-a-folder'), { recursive: true })
    await writeOwnConfiguration(folder)
    expect(readdirSync(folder)).toEqual([
      'global',
      'pg_hba.conf',
      'pg_ident.conf',
      'postgresql.auto.conf',
      'postgresql.conf',
    ])
    for (const name of ['postgresql.conf', 'postgresql.auto.conf'])
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/recovery_end|preload|include/)
    expect(readFileSync(join(folder, 'postgresql.auto.conf'), 'utf8')).toBe('')
    for (const rule of readFileSync(join(folder, 'pg_hba.conf'), 'utf8').trim().split('\n'))
      expect(rule).toMatch(/^(local|host) all all .*scram-sha-256$/)
  })
})

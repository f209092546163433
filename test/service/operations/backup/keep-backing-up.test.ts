import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateBackupKey } from '../../../../src/service/operations/backup/generate-backup-key.ts'
import { keepBackingUp } from '../../../../src/service/operations/backup/keep-backing-up.ts'

describe('a process that keeps backing up', () => {
  it('brings the log away while no base backup can be made', async () => {
    const home = mkdtempSync(join(tmpdir(), 'assay-keep-'))
    try {
      const [clusterFolder, archive] = [join(home, 'cluster'), join(home, 'archive')]
      for (const folder of [join(clusterFolder, 'global'), archive]) mkdirSync(folder, { recursive: true })
      writeFileSync(join(clusterFolder, 'global', 'pg_control'), Buffer.from('0700000000000000', 'hex'))
      writeFileSync(join(archive, '000000010000000000000002'), 'a segment')
      const { recipient } = await generateBackupKey()
      const context = {
        folder: join(home, 'backups'),
        recipient,
        keptDays: 14,
        clusterFolder,
        databaseUrl: 'postgres://assay:x@127.0.0.1:1/assay',
        secret: 'visibly-fake',
      }
      const stop = new AbortController()
      const problems: string[] = []
      const ended = keepBackingUp(context, stop.signal, {
        onTaken: () => expect.fail('there is no server'),
        onProblem: (sentence) => problems.push(sentence),
        onWait: () => expect.fail('no other process backs up'),
      })
      const shipped = join(home, 'backups', 'cluster-7', 'wal', '000000010000000000000002.zst.age')
      for (const until = Date.now() + 20_000; !(existsSync(shipped) && problems.length > 0) && Date.now() < until;)
        await new Promise((resolve) => setTimeout(resolve, 20))
      stop.abort()
      await ended
      expect(problems).toEqual([expect.stringMatching(/ECONNREFUSED/)])
      expect(existsSync(shipped)).toBe(true)
      expect(readdirSync(archive)).toEqual([])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }, 30_000)
})

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { awaitBackupTurn } from '../../../../src/service/operations/backup/await-backup-turn.ts'

let home: string
let cluster: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-turn-'))
  cluster = join(home, 'cluster')
  mkdirSync(cluster)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('a backup beside another one of the same database', () => {
  it('waits until the other one has finished, and reports the wait once', async () => {
    const sentences: string[] = []
    const other = await awaitBackupTurn(cluster, { onWait: () => expect.fail('no other backup runs') })
    let hasTurn = false
    const turn = awaitBackupTurn(cluster, {
      maxWaitMs: 20_000,
      onWait: (sentence) => {
        sentences.push(sentence)
        setTimeout(() => {
          expect(hasTurn).toBe(false)
          other[Symbol.dispose]()
        }, 400)
      },
    }).then((lock) => {
      hasTurn = true
      return lock
    })
    using _ = await turn
    expect(sentences).toEqual([
      'Another process is backing up this database. Waiting for up to 20 s until it finishes.',
    ])
  })

  it('gives up after the maximum wait, and names the file that the other one holds', async () => {
    using _ = await awaitBackupTurn(cluster, {})
    await expect(awaitBackupTurn(cluster, { maxWaitMs: 300 })).rejects.toThrow(
      `backing up this database for 1 s (it holds ${join(home, 'backup.lock')})`,
    )
  })

  it('stops to wait at a signal, with its reason', async () => {
    using _ = await awaitBackupTurn(cluster, {})
    const stop = new AbortController()
    const reason = new Error('stopped')
    await expect(awaitBackupTurn(cluster, { signal: stop.signal, onWait: () => stop.abort(reason) })).rejects.toBe(
      reason,
    )
  })
})

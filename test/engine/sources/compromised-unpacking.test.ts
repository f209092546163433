import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createIsolationPool } from '../../../src/engine/isolation/isolation-pool.ts'
import { unpackArchive } from '../../../src/engine/sources/archives/unpack-archive.ts'
import { afterFile } from '../../support/after-file.ts'
import { unpackingDeeds } from '../isolation/support/hostile-unpack-tasks.ts'

const pool = createIsolationPool({
  tasks: new URL('../isolation/support/hostile-unpack-tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
})
afterFile(() => pool[Symbol.asyncDispose]())

const unpack = (text: string) =>
  unpackArchive(pool, { what: 'The archive', kind: 'tar', packed: Buffer.from(text) }, AbortSignal.timeout(60_000))

describe('a compromised child that unpacks an archive', () => {
  it.each(unpackingDeeds)('cannot send %s', async (deed) => {
    await expect(unpack(deed)).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'SOURCE_MALFORMED',
      message: expect.stringMatching(
        /^The archive could not be unpacked: (?:its parser returned an invalid|the) result[ \w]*\.$/,
      ),
    })
  })

  it('otherwise sends files', async () => {
    expect(await unpack('nothing')).toMatchObject({ skipped: [], files: new Map() })
  })
})

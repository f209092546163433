import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../support/test-database.ts'

const { sql, url } = await testDatabase()

/**
 * Starts a process that stalls with a running scan for each source. Returns its last output, and the stalls in the
 * database after it ended.
 */
async function stalledBy(sourceKeys: readonly string[]) {
  await sql`delete from source_stalls`
  const stalled = spawn(
    process.execPath,
    [fileURLToPath(new URL('../support/stalled-process.ts', import.meta.url)), url, ...sourceKeys],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  )
  const [words, [, signal]] = await Promise.all([text(stalled.stderr), once(stalled, 'exit')])
  const rows = await sql<
    { key: string; isAlone: boolean }[]
  >`select source_key as key, is_alone as "isAlone" from source_stalls order by 1`
  return {
    signal: String(signal),
    words: JSON.parse(words) as unknown,
    stalls: rows.map(({ key, isAlone }) => ({ key, isAlone })),
  }
}

describe('the watchdog', () => {
  it('notes one stall of a source that two scans read, and that no other source was in work', async () => {
    const { signal, words, stalls } = await stalledBy(['one', 'one'])
    expect(signal).toBe('SIGKILL')
    expect(words).toMatchObject({ scans: ['scan-0', 'scan-1'], isNoted: true })
    expect(stalls).toEqual([{ key: 'one', isAlone: true }])
  }, 60_000)

  it('notes one stall of each source, and that others were in work', async () => {
    const { stalls } = await stalledBy(['one', 'two', 'one'])
    expect(stalls).toEqual([
      { key: 'one', isAlone: false },
      { key: 'two', isAlone: false },
    ])
  }, 60_000)
})

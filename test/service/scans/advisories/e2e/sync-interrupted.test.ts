import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { affects, type RecordParts } from '../support/feed-folder.ts'
import { type FeedServer, feedServer, loopbackSync } from '../support/feed-server.ts'
import { forgetFeeds, storedAdvisories } from '../support/stored-advisories.ts'

const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }

/** A feed and a later state of it: some records are changed, some are new, and some are gone. */
function states(size: number, changed: number): { before: RecordParts[]; after: RecordParts[] } {
  const before = Array.from({ length: size }, (_, index): RecordParts => ({
    id: `A-${index}`,
    affected: [affects(`package-${index}`), affects('everywhere')],
  }))
  const after = before
    .slice(Math.floor(changed / 4))
    .map((record, index): RecordParts =>
      index < changed ? { ...record, modified: '2025-02-01T00:00:00Z', summary: `changed ${index}` } : record,
    )
  return {
    before,
    after: [
      ...after,
      ...Array.from({ length: changed }, (_, index): RecordParts => ({
        id: `B-${index}`,
        modified: '2025-02-01T00:00:00Z',
        affected: [affects(`new-${index}`)],
      })),
    ],
  }
}

/** Few changes are fetched record by record, and many with the export. */
const followed = states(200, 40)
const imported = states(150, 120)

async function stateAfterAll(feed: FeedServer, { before, after }: typeof followed): Promise<unknown> {
  await forgetFeeds(database)
  const sync = loopbackSync(database, [feed.base])
  for (const records of [before, after]) {
    feed.publish(records)
    await syncEcosystem(sync, 'npm', options)
  }
  return storedAdvisories(database)
}

describe.each([
  ['record by record', followed],
  ['by the export', imported],
] as const)('a sync %s that is interrupted anywhere', (_how, change) => {
  it('ends, once resumed, as one that was not', async () => {
    const feed = await feedServer()
    const expected = await stateAfterAll(feed, change)
    const interruption = fc.oneof(
      fc.record({ kind: fc.constant('connection' as const), bytes: fc.nat({ max: 60_000 }) }),
      fc.record({ kind: fc.constant('abort' as const), ms: fc.nat({ max: 250 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(interruption, { minLength: 1, maxLength: 3 }), async (interruptions) => {
        await forgetFeeds(database)
        const sync = loopbackSync(database, [feed.base])
        feed.bytesLeft = Number.POSITIVE_INFINITY
        feed.publish(change.before)
        await syncEcosystem(sync, 'npm', options)
        feed.publish(change.after)
        for (const interruption of interruptions) {
          const stop = new AbortController()
          if (interruption.kind === 'connection') feed.bytesLeft = interruption.bytes
          if (interruption.kind === 'abort') setTimeout(() => stop.abort(), interruption.ms)
          await syncEcosystem(sync, 'npm', { signal: stop.signal }).catch(() => {})
          feed.bytesLeft = Number.POSITIVE_INFINITY
        }
        expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ complete: true })
        expect(await storedAdvisories(database)).toEqual(expected)
        expect(
          await sql`select 1 from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())`,
        ).toEqual([])
      }),
      { numRuns: 4 },
    )
  }, 120_000)
})

describe('a process that is killed, or loses its database, while it syncs', () => {
  it.each([
    ['record by record', followed],
    ['by the export', imported],
  ] as const)(
    '%s leaves nothing that hinders the next',
    async (_how, change) => {
      const feed = await feedServer()
      const expected = await stateAfterAll(feed, change)
      const folder = mkdtempSync(join(tmpdir(), 'assay-killed-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const folders = () => readdirSync(folder).length
      let interrupted = 0
      for (const [how, ms] of [
        ['process', 30],
        ['process', 120],
        ['connections', 70],
      ] as const) {
        await forgetFeeds(database)
        const sync = loopbackSync(database, [feed.base])
        feed.publish(change.before)
        await syncEcosystem(sync, 'npm', options)
        feed.publish(change.after)
        const child = spawn(
          process.execPath,
          [fileURLToPath(new URL('../support/sync-process.ts', import.meta.url)), database.url, feed.base, folder],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        )
        await once(child.stdout, 'data')
        await sleep(ms)
        if (how === 'process') child.kill('SIGKILL')
        else
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'sync to be interrupted'`
        const [code, signal] = await once(child, 'exit')
        if (signal === 'SIGKILL' || code === 3) interrupted += 1
        expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ complete: true })
        expect(await storedAdvisories(database)).toEqual(expected)
      }
      expect(interrupted).toBeGreaterThan(0)
      // At most the downloads of the two killed processes are left. A sync on a later day removes them.
      expect(folders()).toBeLessThanOrEqual(2)
    },
    60_000,
  )
})

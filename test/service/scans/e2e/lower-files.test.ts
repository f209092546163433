import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { isolationLimits, type IsolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { analysisChildLimits } from '../../../../src/engine/isolation/analysis-child-limits.ts'
import type { SnapshotFile } from '../../../../src/engine/model/snapshot.ts'
import { createFileResults } from '../../../../src/service/scans/file-results.ts'
import { openLowering } from '../../../../src/engine/scanner/lower-files.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db } = await testDatabase()
const fileResults = createFileResults({ db, key: randomBytes(32) })
const poolWith = (others: Partial<IsolationLimits> = {}) => {
  const pool = createIsolationPool({
    tasks: new URL('../support/untrue-tasks.ts', import.meta.url),
    log: pino({ level: 'silent' }),
    children: 1,
    limits: { ...isolationLimits, ...others },
  })
  afterAll(() => pool[Symbol.asyncDispose]())
  return pool
}

/** Files named after what happens while they are lowered. */
const filesOf = (...deeds: readonly string[]): SnapshotFile[] =>
  deeds.map((deed) => {
    const content = Buffer.from(`// lower: ${deed} ${randomBytes(8).toString('hex')}\nexport const a = 1\n`)
    return { path: `${deed}.js`, size: content.length, content }
  })
const opened = (pool = poolWith(), totalMs = 60_000) => {
  const counts = { done: 0 }
  const lowering = openLowering(
    { isolation: pool, bounds: {}, isSmall: false, fileResults, namespace: 'public' },
    { signal: AbortSignal.timeout(90_000), totalMs, onDone: (files) => void (counts.done += files) },
  )
  return {
    counts,
    lowering,
    async paths(files: readonly SnapshotFile[]) {
      return (await lowering.unitsOf(files)).map(({ path }) => path)
    },
    [Symbol.asyncDispose]: () => lowering[Symbol.asyncDispose](),
  }
}

describe('bringing files into the form', () => {
  it(
    'goes on beside files of which there is no form, and tells why, but for those that were told when they ' +
      'were read',
    async () => {
      await using open = opened()
      const { lowering, counts, paths } = open
      const broken = { path: 'broken.js', size: 10, content: Buffer.from('= broken =') }
      expect(await paths([...filesOf('nothing', 'throws', 'ends', 'other shape'), broken])).toEqual(['nothing.js'])
      expect(new Map(lowering.missing.map(({ path, reason }) => [path, reason]))).toEqual(
        new Map([
          ['throws.js', 'its parser failed (Error)'],
          ['ends.js', 'its parser crashed (SIGKILL)'],
          ['other shape.js', 'its parser returned an invalid result'],
        ]),
      )
      expect(lowering.late).toBe(0)
      expect(counts.done).toBe(5)
    },
  )

  it('counts lost children of all parts together', async () => {
    await using open = opened(poolWith({ maxDeaths: 1 }))
    const { lowering, paths } = open
    expect(await paths(filesOf('ends'))).toEqual([])
    expect(await paths(filesOf('nothing'))).toEqual([])
    expect(lowering.missing.map(({ reason }) => reason)).toEqual([
      'its parser crashed (SIGKILL)',
      'was not read, because too many files of this project crashed their parser or took too long',
    ])
  })

  // Retried, because the service blames itself if a busy machine gives the child process no CPU time.
  it(
    'counts the time of all parts together: what is left is missing, what is known is not',
    { retry: 3, timeout: 120_000 },
    async () => {
      const known = filesOf('nothing')
      await using before = opened()
      expect(await before.paths(known)).toEqual(['nothing.js'])
      await using open = opened(poolWith(), 9_000)
      const { lowering, counts, paths } = open
      const startedAt = performance.now()
      expect(await paths(filesOf('loops'))).toEqual([])
      expect(await paths([...known, ...filesOf('other')])).toEqual(['nothing.js'])
      expect(performance.now() - startedAt).toBeLessThan(analysisChildLimits.fileTimeoutMs)
      expect(lowering.missing).toEqual(
        ['loops.js', 'other.js'].map((path) => ({
          path,
          reason: 'other files of the project used up the reading time',
        })),
      )
      expect([lowering.late, counts.done]).toEqual([2, 3])
    },
  )

  it(
    'takes it for a fault of the service when children waited, and when no results are kept',
    { retry: 3 },
    async () => {
      const service = { reason: 'no time was left to read it', cause: 'service' }
      await using waiting = opened(poolWith(), 2_000)
      await waiting.paths(filesOf('waits'))
      expect(waiting.lowering.missing).toEqual([{ path: 'waits.js', ...service }])
      await using unkept = openLowering(
        { isolation: poolWith(), bounds: {}, isSmall: false, fileResults: undefined, namespace: 'public' },
        { signal: AbortSignal.timeout(90_000), totalMs: 2_000, onDone: () => {} },
      )
      await unkept.unitsOf(filesOf('loops'))
      expect(unkept.missing).toEqual([{ path: 'loops.js', ...service }])
    },
  )
})

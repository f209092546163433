import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { findProjectFiles } from '../../../../src/engine/inventory/project/project-files.ts'
import { readManifests } from '../../../../src/engine/inventory/project/read-manifests.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import type { IsolationPool } from '../../../../src/engine/isolation/isolation.ts'
import { isolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { inventoryLimits } from '../../../../src/engine/inventory/inventory-limits.ts'
import { projectSnapshot } from '../project-snapshot.ts'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

function poolOf(children: number, fileMs: number): IsolationPool {
  return stack.use(
    createIsolationPool({
      tasks: new URL('../support/stalling-tasks.ts', import.meta.url),
      log: pino({ level: 'silent' }),
      children,
      limits: { ...isolationLimits, fileTimeoutMs: fileMs },
    }),
  )
}

const never = new AbortController().signal
const stalling = '# read-manifest computes without end\n'
/** A lockfile larger than `inventoryLimits.minLargeBytes`. */
const largeLockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: { 'node_modules/a': { version: '1.0.0' } },
  filler: 'x'.repeat(inventoryLimits.minLargeBytes),
})

describe('the order of the files of a project', () => {
  it('is by depth, then lockfiles before manifests, and those of tests last', () => {
    const paths = [
      'test/package-lock.json',
      'b/package-lock.json',
      'b/a/yarn.lock',
      'a/package.json',
      'package.json',
      'yarn.lock',
      'a.csproj',
    ]
    const { readable } = findProjectFiles(projectSnapshot(Object.fromEntries(paths.map((path) => [path, '{}']))))
    expect(readable.map(({ path }) => path)).toEqual([
      'yarn.lock',
      'a.csproj',
      'package.json',
      'b/package-lock.json',
      'a/package.json',
      'b/a/yarn.lock',
      'test/package-lock.json',
    ])
  })
})

describe('many small files that use up the time for reading', () => {
  // Limits on files use CPU time, which they may not get on a busy machine.
  const patience = { timeout: 120_000, retry: 2 }

  it('leave the large lockfile at the root read, and name what they left no time for', patience, async () => {
    const hostile = Array.from({ length: 100 }, (_unused, index) => `folder/${index}/requirements.txt`)
    const snapshot = projectSnapshot({
      'package-lock.json': largeLockfile,
      ...Object.fromEntries(hostile.map((path) => [path, stalling])),
    })
    const read = await readManifests(
      { isolation: poolOf(2, 2_000), signal: never },
      snapshot,
      findProjectFiles(snapshot).readable,
      15_000,
    )
    expect(read.get('package-lock.json')).toMatchObject({ reading: expect.any(Buffer) as Buffer })
    const outcomes = hostile.map((path) => read.get(path))
    expect(outcomes).toContainEqual({ unreadable: 'took longer than 2 s' })
    expect(outcomes.at(-1)).toEqual({
      unreadable:
        'was not read, because other files of the project crashed or stalled their parser and used up the time',
    })
  })
})

describe('reading the files of a project', () => {
  it('takes no time while another scan has the children', async () => {
    const pool = poolOf(1, 60_000)
    const other = pool.open(never)
    const results = other.run('read-manifest', [{ path: 'requirements.txt', read: () => Buffer.from(stalling) }])
    const held = results[Symbol.asyncIterator]()
      .next()
      .catch(() => 'ended')
    const snapshot = projectSnapshot({ 'requirements.txt': 'a==1.0.0\n' })
    const reading = readManifests(
      { isolation: pool, signal: never },
      snapshot,
      findProjectFiles(snapshot).readable,
      6_000,
    )
    await pause(7_000)
    await other[Symbol.asyncDispose]()
    expect(await held).toBe('ended')
    expect((await reading).get('requirements.txt')).toMatchObject({ reading: expect.any(Buffer) as Buffer })
  }, 120_000)
})

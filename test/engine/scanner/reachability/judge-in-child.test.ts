import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Isolation } from '../../../../src/engine/isolation/isolation.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { openFileResults } from '../../../../src/engine/scanner/file-results/file-results.ts'
import { judgeInChild, type ProgramParts } from '../../../../src/engine/scanner/reachability/judge-in-child.ts'
import { workingTree } from '../../../support/working-tree.ts'

const tasks = new URL('../../../../src/engine/analysis/tasks.ts', import.meta.url)
const version = { ecosystem: 'npm', name: 'flawed', version: '1.0.0' } as const
const component = { ...version, purl: 'pkg:npm/flawed@1.0.0', direct: true, dev: false, introducedBy: [] }
const advisory = { id: 'GHSA-flawed', aliases: [], url: 'https://osv.example/GHSA-flawed' }

const program: ProgramParts = {
  project: { project: { files: [], unread: [], native: [], ownNames: [], commands: [] }, codes: [] },
  read: { summaries: new Map(), notRead: new Map([['npm flawed@1.0.0', 'the registry does not have it']]) },
  installed: [version],
  forDevelopment: [],
  unresolved: [],
  derived: { functions: new Map(), failures: new Map() },
}

it('judges a program again only if something about it has changed', { timeout: 120_000 }, async () => {
  using tree = workingTree()
  using fileResults = openFileResults({ folder: join(tree.path, 'cache'), log: { warn: () => {} } })
  const pool = createIsolationPool({ tasks, log: pino({ level: 'silent' }), children: 1 })
  const judge = (changed: ProgramParts) =>
    judgeInChild({ isolation: pool, fileResults, namespace: 'command', signal: AbortSignal.timeout(60_000) }, changed, [
      { component, advisory, version },
    ])
  const first = await judge(program)
  expect(first).toMatchObject({
    results: [{ status: 'unknown', reason: 'package-not-read', detail: 'flawed@1.0.0' }],
  })
  // A closed pool starts no child.
  await pool[Symbol.asyncDispose]()
  expect(await judge(program)).toEqual(first)
  await expect(judge({ ...program, unresolved: [{ name: 'other', ecosystem: 'npm' as const }] })).rejects.toThrow(
    'the pool was let go of',
  )
  await expect(
    judge({ ...program, project: { ...program.project, project: { ...program.project.project, native: ['a.node'] } } }),
  ).rejects.toThrow('the pool was let go of')
})

it('stores why a program cannot be judged, unless the next attempt may succeed', async () => {
  using tree = workingTree()
  using fileResults = openFileResults({ folder: join(tree.path, 'cache'), log: { warn: () => {} } })
  let count = 0
  const judgeWith = (outcome: { readonly cause?: 'service'; readonly isOfMemory?: true }) => {
    const isolation: Isolation = {
      inForce: {} as never,
      open: () => ({
        async *run(_task, files) {
          count += 1
          for (const { path } of files) yield { path, failure: 'needed too much memory', ...outcome }
        },
        computedMs: 0,
        async [Symbol.asyncDispose]() {},
      }),
    }
    const signal = AbortSignal.timeout(60_000)
    return judgeInChild({ isolation, fileResults, namespace: 'command', signal }, program, [
      { component, advisory, version },
    ])
  }
  const failed = { failure: 'needed too much memory' }
  expect(await judgeWith({ cause: 'service' })).toEqual(failed)
  expect(await judgeWith({ isOfMemory: true })).toEqual(failed)
  expect(count).toBe(2)
  expect(await judgeWith({ isOfMemory: true })).toEqual(failed)
  expect(count).toBe(2)
})

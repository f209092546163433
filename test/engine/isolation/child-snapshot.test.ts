import { closeSync, openSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { snapshotModules } from '../../../src/engine/analysis/snapshot-modules.ts'
import { ChildSnapshot } from '../../../src/engine/isolation/child-snapshot.ts'
import { probeConfinement } from '../../../src/engine/isolation/confinement.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import { startChild } from '../../../src/engine/isolation/start-child.ts'
import { archiveOf } from '../../../src/engine/reachability/tasks/first-packages.ts'

const task = 'summarize-package'
const setup = {
  tasks: new URL('../../../src/engine/analysis/tasks.ts', import.meta.url),
  confinement: probeConfinement(isolationLimits),
  limits: isolationLimits,
  onlyTasks: [task],
}

/** Summarizes a package in a child, with or without a snapshot. */
async function summaryFrom(snapshot: number | undefined): Promise<Buffer | undefined> {
  await using child = startChild({ ...setup, snapshot })
  let summary: Buffer | undefined
  const content = archiveOf(Buffer.from('require("child_process").exec(process.argv[2])'))
  const question = { task, path: 'npm tar', content, takePart: (_: unknown, part: Buffer) => void (summary = part) }
  expect(await child.ask(question, 60_000)).toEqual({ kind: 'result', result: { end: 'read' } })
  return summary
}

it('starts a child with the same results', { timeout: 180_000 }, async () => {
  const module = snapshotModules[task]
  if (!module) throw new TypeError('the task has no snapshot')
  using snapshot = new ChildSnapshot(module)
  expect([snapshot.take(), snapshot.take(), snapshot.take(), snapshot.take()]).toEqual(Array(4).fill(undefined))
  await expect.poll(() => snapshot.take(), { timeout: 90_000 }).toBeTypeOf('number')
  const summary = await summaryFrom(snapshot.take())
  expect(summary).toBeDefined()
  expect(summary).toEqual(await summaryFrom(undefined))
  snapshot.giveUp()
  expect(snapshot.take()).toBeUndefined()
})

it('reports a child that cannot start from it', { timeout: 60_000 }, async () => {
  const other = openSync(import.meta.filename, 'r')
  onTestFinished(() => closeSync(other))
  let failures = 0
  await using child = startChild({ ...setup, snapshot: other, onStartFailure: () => (failures += 1) })
  const answer = await child.ask({ task, path: 'npm tar', content: Buffer.of() }, 60_000)
  expect(answer).toEqual({ kind: 'untouched' })
  expect(failures).toBe(1)
  expect(child.startFailure).toMatch(/its parser crashed/)
})

import { expect, it } from 'vitest'
import type { WorkClock } from '../../../src/engine/isolation/work-clock.ts'
import { openEngine } from '../../../src/engine/scanner/open-engine.ts'
import { scanOnce } from '../../../src/engine/scanner/scan-once.ts'
import { workingTree } from '../../support/working-tree.ts'

const registry = 'http://127.0.0.1:9/'

it('does not count the wait for the child processes of other scans as working time', async () => {
  using tree = workingTree({ 'index.js': 'export const answer = 42\n' })
  await using engine = openEngine({
    registries: {
      npm: registry,
      publicNpm: registry,
      pypi: registry,
      pypiFiles: registry,
      maven: registry,
      crates: registry,
      sigstoreTrust: registry,
    },
    isOffline: true,
  })
  const clocks: (WorkClock | undefined)[] = []
  const isolation: typeof engine.isolation = {
    ...engine.isolation,
    get inForce() {
      return engine.isolation.inForce
    },
    forScan(clock, tasks) {
      clocks.push(clock)
      return engine.isolation.forScan(clock, tasks)
    },
  }
  const report = await scanOnce(
    { ...engine, isolation },
    {
      url: tree.path,
      target: { type: 'folder', path: tree.path },
      report: () => {},
      signal: AbortSignal.timeout(60_000),
    },
  )
  expect(report.error).toBeUndefined()
  expect(clocks).toEqual([expect.objectContaining({ usedUp: undefined })])
}, 60_000)

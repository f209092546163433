import { expect, it } from 'vitest'
import { packProject } from '../../../src/engine/analysis/project-container.ts'
import { testIsolation } from '../../support/test-isolation.ts'

it('the first child of a scan has loaded its task, even if most children do not load it', async () => {
  await using scan = testIsolation().forScan()
  await using work = scan.open(AbortSignal.timeout(60_000))
  const content = packProject({ units: [], settings: new Map() })
  for await (const outcome of work.run('follow-project', [{ path: 'project', read: () => content }]))
    expect(outcome).toMatchObject({ result: { files: 0, flows: [] } })
  expect.assertions(1)
}, 60_000)

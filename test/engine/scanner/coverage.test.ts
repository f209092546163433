import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { describe, expect, it } from 'vitest'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { Coverage } from '../../../src/engine/model/scan.ts'
import { coverageOf } from '../../../src/engine/scanner/coverage.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'

async function coverage(files: Readonly<Record<string, FileContent>>) {
  const snapshot = projectSnapshot(files)
  const inventory = await projectInventoryOf(files)
  const detection = await runDetectors(
    {
      snapshot,
      components: inventory.components,
      flows: noFlows,
      advisoryMatches: [],
      signal: AbortSignal.timeout(5_000),
    },
    detectors,
  )
  return coverageOf({
    snapshot,
    inventory,
    code: { files: 0, bytes: 0, known: 0, skipped: { total: 0, files: [] }, setAside: { total: 0, files: [] } },
    detection,
    isolation: { kind: 'child-process', bounds: ['10 s a file'] },
    advisories: { matches: [], dates: {}, undecided: 0, gaps: [] },
  })
}

const workflow =
  `on: push\njobs:\n  a:\n    runs-on: x\n    ` +
  `steps:\n${['a', 'b', 'c', 'd'].map((name) => `      - uses: other/${name}@main\n`).join('')}`

describe('the gap of dependencies', () => {
  it('names what is missing, and nothing that an installation goes without', async () => {
    const { gaps, components } = await coverage({
      'package.json': { dependencies: { left: '^1' } },
      '.github/workflows/ci.yml': workflow,
    })
    expect(gaps).toEqual([
      'The list of dependencies is incomplete: left@^1 (no lockfile names the version: commit one).',
    ])
    expect(components.unresolved.map(({ name, isGap }) => [name, isGap])).toEqual([
      ['left', undefined],
      ['other/a', false],
      ['other/b', false],
      ['other/c', false],
      ['other/d', false],
    ])
  })

  it('is none where nothing is missing', async () => {
    const seen = await coverage({
      'package-lock.json': { lockfileVersion: 3, packages: {} },
      '.github/workflows/ci.yml': workflow,
    })
    expect(seen.gaps).toEqual([])
    expect(seen.components.unresolved).toHaveLength(4)
    expect(Coverage.parse(JSON.parse(JSON.stringify(seen)))).toEqual(seen)
  })
})

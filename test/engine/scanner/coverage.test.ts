import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { describe, expect, it } from 'vitest'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { Coverage } from '../../../src/engine/model/scan.ts'
import { type AdvisoryStore, noAdvisories } from '../../../src/engine/advisories/advisory-store.ts'
import { consultAdvisories, notConsulted } from '../../../src/engine/scanner/consult-advisories.ts'
import { coverageOf } from '../../../src/engine/scanner/coverage.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'

async function coverage(
  files: Readonly<Record<string, FileContent>>,
  store?: AdvisoryStore,
  { delegated = [], bounds }: { readonly delegated?: readonly string[]; readonly bounds?: readonly string[] } = {},
) {
  const snapshot = { ...projectSnapshot(files), ...(bounds && { bounds }) }
  const inventory = await projectInventoryOf(files)
  const signal = AbortSignal.timeout(5_000)
  const advisories = store ? await consultAdvisories(store, inventory.components, signal) : notConsulted
  const detection = await runDetectors(
    {
      snapshot,
      components: inventory.components,
      flows: noFlows,
      advisoryMatches: advisories.matches,
      ...(advisories.shortfall && { advisoryShortfall: advisories.shortfall }),
      signal,
    },
    detectors,
  )
  return coverageOf({
    snapshot,
    inventory,
    code: { files: 0, bytes: 0, known: 0, skipped: { total: 0, files: [] }, setAside: { total: 0, files: [] } },
    detection,
    isolation: { kind: 'child-process', bounds: ['10 s a file'] },
    advisories,
    delegated,
  })
}

const workflow =
  `on: push\njobs:\n  a:\n    runs-on: x\n    ` +
  `steps:\n${['a', 'b', 'c', 'd'].map((name) => `      - uses: other/${name}@main\n`).join('')}`

describe('the isolation', () => {
  it('includes the restrictions on the program that unpacked the files', async () => {
    const { isolation } = await coverage({ 'index.js': 'run()' }, undefined, { bounds: ['git: no network'] })
    expect(isolation).toMatchObject({ bounds: ['10 s a file', 'git: no network'] })
  })
})

describe('the gap of dependencies', () => {
  it('names what is missing, and nothing that an installation goes without', async () => {
    const { gaps, components } = await coverage({
      'package.json': { dependencies: { left: '^1' } },
      '.github/workflows/ci.yml': workflow,
    })
    expect(gaps).toEqual([
      'The list of dependencies is incomplete: left@^1 (no lockfile pins its version; commit a lockfile).',
    ])
    expect(components.unresolved.map(({ name, isGap }) => [name, isGap])).toEqual([
      ['left', undefined],
      ['other/a', false],
      ['other/b', false],
      ['other/c', false],
      ['other/d', false],
    ])
  })

  it('is absent if nothing is missing', async () => {
    const seen = await coverage({
      'package-lock.json': { lockfileVersion: 3, packages: {} },
      '.github/workflows/ci.yml': workflow,
    })
    expect(seen.gaps).toEqual([])
    expect(seen.components.unresolved).toHaveLength(4)
    expect(Coverage.parse(JSON.parse(JSON.stringify(seen)))).toEqual(seen)
  })
})

describe('the gap of a server whose code is in a dependency', () => {
  const files = { 'package-lock.json': { lockfileVersion: 3, packages: {} } }

  it('names the dependency', async () => {
    expect((await coverage(files, undefined, { delegated: ['browser-core'] })).gaps).toEqual([
      'The code of the server is in the dependency browser-core, which this scan did not analyze. ' +
        'Scan that package too.',
    ])
  })
})

describe('the dependency detector', () => {
  const packages = { 'node_modules/left': { version: '1.0.0' } }
  const files = {
    'package-lock.json': { lockfileVersion: 3, packages },
    'poetry.lock': '[[package]]\nname = "right"\nversion = "1.0.0"\n',
  }
  const ofDependencies = ({ detectors }: Coverage) => detectors.find(({ id }) => id === 'vulnerable-dependencies')
  const onlyNpm: AdvisoryStore = {
    ...noAdvisories,
    ready: async (ecosystem) => (ecosystem === 'npm' ? { date: { syncedAt: '2026-01-31T12:00:00.000Z' } } : missing),
  }
  const missing = { problem: 'No feed has it.' }

  it('has failed if there are no advisories for any package, and the gap is listed once', async () => {
    const seen = await coverage(files, noAdvisories)
    expect(ofDependencies(seen)).toMatchObject({ status: 'failed', reason: 'no advisories for PyPI, npm' })
    expect(seen.gaps).toEqual([
      expect.stringMatching(/^Assay has no advisories for PyPI,/),
      expect.stringMatching(/^Assay has no advisories for npm,/),
    ])
  })

  it('is partial if there are advisories for some packages only', async () => {
    const seen = await coverage(files, onlyNpm)
    expect(ofDependencies(seen)).toMatchObject({ status: 'partial', reason: 'no advisories for PyPI' })
    expect(seen.gaps).toEqual([expect.stringMatching(/^Assay has no advisories for PyPI,/)])
  })

  it('is partial if advisories may be outdated or could not be read', async () => {
    const seen = await coverage(files, {
      ...noAdvisories,
      ready: async (ecosystem) => ({
        date: { syncedAt: '2026-01-31T12:00:00.000Z' },
        ...(ecosystem === 'npm' && { problem: 'The last sync failed.' }),
      }),
      unreadable: async () => [{ ecosystem: 'npm', packageName: 'left', id: 'BAD-1' }],
    })
    expect(ofDependencies(seen)).toMatchObject({
      status: 'partial',
      reason: 'the advisories for npm may be outdated; some advisories could not be read',
    })
    expect(seen.gaps).toHaveLength(2)
  })

  it('has succeeded if there are no packages, or if all were matched', async () => {
    expect(ofDependencies(await coverage({ 'index.js': 'run()' }, noAdvisories))).toMatchObject({ status: 'succeeded' })
    expect(ofDependencies(await coverage({ 'package-lock.json': files['package-lock.json'] }, onlyNpm))).toMatchObject({
      status: 'succeeded',
    })
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from '../../../src/engine/reports/cyclonedx/bill-of-materials.ts'
import { sarifLog } from '../../../src/engine/reports/sarif.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { scanTarget } from '../../../src/engine/scanner/scan.ts'
import { maskedInventory } from '../../../src/engine/scanner/masked-inventory.ts'
import { component } from '../../service/scans/advisories/support/npm-component.ts'
import { inventSecret } from '../rules/corpus/invent-secret.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { workingTree } from '../../support/working-tree.ts'

const token = (name: string) => inventSecret('github-token', name)
const password = inventSecret('password', 'of an address')
/** Returns characters after the prefix that all tokens of this kind share. They must not be visible. */
const beyond = (name: string) => token(name).slice(4, 12)
const address = (user: string) => `git+https://${user}@github.com/acme/a.git`
const long = `https://git.example/${'a'.repeat(150)}/${token('cut')}`

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    description: `Asks with ${token('description')}`,
    keywords: [token('keyword')],
    engines: { [token('engine')]: '>=1' },
    dependencies: {
      one: address(token('npm')),
      two: address(`somebody:${password}`),
      three: long,
      [token('name')]: '^1.0.0',
    },
  }),
  'requirements.txt':
    `flask==1.0\nlib @ ${address(token('requirement'))}\n` + `other @ ${address(`somebody:${password}`)}\n`,
  'sub/pyproject.toml':
    `[project]\nname = "sub"\nversion = "1.0"\ndescription = "${token('pyproject')}"\ndependencies = ["lib @ ` +
    `${address(token('dependency'))}"]\n`,
  'locked/package.json': JSON.stringify({
    name: 'locked',
    version: '1.0.0',
    dependencies: { four: address(token('locked')), five: '1.0.0' },
  }),
  'locked/package-lock.json': JSON.stringify({
    name: 'locked',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: token('project'), version: '1.0.0', dependencies: { four: address(token('locked')), five: '1.0.0' } },
      'node_modules/four': { version: '1.0.0', resolved: address(`somebody:${password}`) },
      'node_modules/five': { version: '1.0.0' },
    },
  }),
}

describe('a secret in the address of a dependency', () => {
  it('is in nothing that a scan stores or a report shows', async () => {
    using tree = workingTree()
    for (const folder of ['sub', 'locked']) mkdirSync(join(tree.path, folder))
    for (const [path, text] of Object.entries(files)) writeFileSync(join(tree.path, path), text)
    const unasked = () => {
      throw new Error('no advisories are asked for')
    }
    const context = {
      sources: sourceContext(),
      isolation: testIsolation(),
      advisories: { ready: unasked, match: unasked, unreadable: unasked },
    }
    const { source, inventory, coverage, detection, facts } = await scanTarget(
      context,
      { type: 'folder', path: tree.path },
      { report: () => undefined, signal: AbortSignal.timeout(60_000), without: new Set(['vulnerable-dependencies']) },
    )
    const findings = compareFindings(detection.findings, new Map(), new Date())
    const scan = { id: 'scan_x', source, findings, gaps: coverage.gaps }
    const product = { name: 'Assay', version: '1.0.0' }
    const shown = {
      inventory,
      coverage,
      facts,
      findings,
      sarif: sarifLog([scan], { rules: [], tool: product }),
      bill: billOfMaterials({ ...scan, completedAt: new Date(), components: inventory.components }, product),
    }
    expect(inventory.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['flask', 'five']))
    expect(inventory.unresolved.map(({ requested }) => requested)).toEqual(
      expect.arrayContaining([expect.stringMatching(/github\.com\/acme\/a/)]),
    )
    expect(facts.description).toBe('Asks with ghp_******')
    for (const [key, value] of Object.entries(shown)) {
      const text = JSON.stringify(value)
      for (const name of [
        'description',
        'keyword',
        'engine',
        'npm',
        'cut',
        'name',
        'requirement',
        'pyproject',
        'dependency',
        'locked',
        'project',
      ])
        expect(text, `${key}: ${name}`).not.toContain(beyond(name))
      expect(text, key).not.toContain(password)
      // Findings show the text around a secret, which is not secret.
      if (key !== 'findings' && key !== 'sarif') expect(text, key).not.toContain('somebody')
    }
  })

  it('is in no version, and components that differ in nothing else are one', async () => {
    const kept = component('lib', '1.0.0')
    const flawed = (secret: string) => component('a', `git+https://x:${secret}@git.example/a`)
    const { components } = await maskedInventory({
      components: [kept, kept, flawed('one'), flawed('two')],
      unresolved: [],
      complete: true,
      method: 'x',
    })
    expect(components.slice(0, 2)).toEqual([kept, kept])
    expect(components.slice(2).map(({ purl, version }) => [purl, version])).toEqual([
      ['pkg:npm/a@git+https:%2F%2Fgit.example%2Fa', 'git+https://git.example/a'],
    ])
    expect((await maskedInventory({ components, unresolved: [], complete: true, method: 'x' })).components).toEqual(
      components,
    )
  })
})

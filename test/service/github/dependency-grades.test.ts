import { expect, it } from 'vitest'
import { findScan } from '../../../src/service/db/scans/scans.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import { changesOfScans } from '../../../src/service/github/checks/change-list.ts'
import { storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { enterStored, projectFacts, storeScan } from '../registry/entered-scan.ts'

const api = await testApi()
const { db, sql } = api
const { accountId } = await api.account('grades')

const component = (name: string, version: string, ecosystem: Component['ecosystem'] = 'npm'): Component => ({
  purl: `pkg:${ecosystem === 'npm' ? 'npm' : 'pypi'}/${name}@${version}`,
  name,
  version,
  ecosystem,
  direct: true,
  dev: false,
  introducedBy: [{ manifest: 'package-lock.json', path: ['project', `${name}@${version}`] }],
})

async function scanOf(components: readonly Component[]) {
  const canonicalUrl = 'https://git.example/acme/shop'
  const id = await storeScan(db, accountId, {
    source: { type: 'git', canonicalUrl, revision: 'a'.repeat(40) },
    components,
  })
  const scan = await findScan(db, accountId, id)
  if (!scan) throw new Error('no scan')
  return scan
}

it('lists the grade that the registry has of a package that a change adds or updates', async () => {
  for (const [name, severity] of [
    ['mcp-good', undefined],
    ['mcp-bad', 'critical'],
    ['mcp-hidden', undefined],
  ] as const) {
    const id = await storeScan(db, accountId, {
      source: { type: 'npm', canonicalUrl: `https://www.npmjs.com/package/${name}`, revision: '2.0.0' },
      facts: projectFacts(),
      findings: severity ? [storedFinding({ severity, precision: 'high' })] : [],
    })
    await enterStored(db, id, '2.0.0')
  }
  await sql`update registry_servers set hidden_at = now() where name = 'mcp-hidden'`
  const base = await scanOf([component('mcp-good', '1.0.0'), component('mcp-old', '1.0.0')])
  const head = await scanOf([
    component('mcp-good', '2.0.0'),
    component('mcp-bad', '1.0.0'),
    component('mcp-hidden', '1.0.0'),
    component('mcp-good', '1.0.0', 'PyPI'),
  ])
  const { dependencies } = await changesOfScans(db, base, head)
  expect(dependencies.map(({ kind, name, ecosystem, grade }) => [kind, name, ecosystem, grade])).toEqual([
    ['added', 'mcp-bad', 'npm', expect.stringMatching(/^[CDF]$/)],
    // The npm package has a grade. The PyPI package with the same name is a different one.
    ['added', 'mcp-good', 'PyPI', undefined],
    ['changed', 'mcp-good', 'npm', 'A+'],
    ['added', 'mcp-hidden', 'npm', undefined],
    ['removed', 'mcp-old', 'npm', undefined],
  ])
})

import { describe, expect, it } from 'vitest'
import type { Component, Ecosystem } from '../../../src/engine/model/component.ts'
import type { License } from '../../../src/engine/model/license.ts'
import { assay } from '../../../src/engine/model/product.ts'
import { packageUrl } from '../../../src/engine/model/purl.ts'
import type { InventoriedScan } from '../../../src/engine/reports/inventoried-scan.ts'
import { spdxDocument } from '../../../src/engine/reports/spdx/spdx-document.ts'
import { dependencyFinding } from '../../support/findings.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'

function component(
  name: string,
  path: readonly string[],
  more: { readonly dev?: boolean; readonly ecosystem?: Ecosystem; readonly license?: License } = {},
): Component {
  const ecosystem = more.ecosystem ?? 'npm'
  return {
    purl: packageUrl(ecosystem, name, '1.0.0'),
    name,
    version: '1.0.0',
    ecosystem,
    direct: path.length === 2,
    dev: false,
    introducedBy: [{ manifest: 'package-lock.json', path: [...path] }],
    ...more,
  }
}

const components = [
  component('@s/a', ['web', '@s/a@1.0.0'], { license: { expression: 'MIT' } }),
  component('b', ['web', '@s/a@1.0.0', 'b@1.0.0'], { license: { name: 'House rules' } }),
  component('c', ['web', 'c@1.0.0'], { dev: true, license: { expression: 'GPL-2.0-only AND (MIT OR ISC)' } }),
  component('d', ['web', 'c@1.0.0', 'd@1.0.0'], { dev: true, license: { name: 'House rules' } }),
  component('shop:e', ['web', 'shop:e@1.0.0'], { ecosystem: 'Maven' }),
  component('f', ['web', 'f@1.0.0'], { ecosystem: 'PyPI', license: { expression: 'LicenseRef-internal OR MIT' } }),
]

const scan: InventoriedScan = {
  id: 'scan_x',
  source: {
    type: 'git',
    canonicalUrl: 'https://git.example/owner/web',
    revision: 'a'.repeat(40),
    digest: 'sha256-x',
  },
  completedAt: new Date('2026-01-02T03:04:05.678Z'),
  components,
  findings: [],
  gaps: [],
}

describe('SPDX', () => {
  it('has the required fields, the project, and its packages with their licenses', () => {
    expect(spdxDocument(scan, assay)).toMatchObject({
      spdxVersion: 'SPDX-2.3',
      dataLicense: 'CC0-1.0',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: 'owner/web',
      documentNamespace: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
      creationInfo: { created: '2026-01-02T03:04:05Z', creators: [expect.stringMatching(/^Tool: Assay-\d/)] },
      packages: [
        { SPDXID: 'SPDXRef-Project', downloadLocation: `git+https://git.example/owner/web@${'a'.repeat(40)}` },
        { name: '@s/a', licenseDeclared: 'MIT', licenseConcluded: 'NOASSERTION' },
        { name: 'b', licenseDeclared: 'LicenseRef-Assay-1' },
        { name: 'c', licenseDeclared: 'GPL-2.0-only AND (MIT OR ISC)' },
        { name: 'd', licenseDeclared: 'LicenseRef-Assay-1' },
        { name: 'shop:e', licenseDeclared: 'NOASSERTION' },
        { name: 'f', licenseDeclared: 'LicenseRef-internal OR MIT' },
      ],
      hasExtractedLicensingInfos: [
        { licenseId: 'LicenseRef-Assay-1', name: 'House rules', extractedText: 'House rules' },
        { licenseId: 'LicenseRef-internal', extractedText: 'NOASSERTION' },
      ],
    })
  })

  it('is read back as the same components', async () => {
    const read = await projectInventoryOf({ 'web.spdx.json': JSON.stringify(spdxDocument(scan, assay)) })
    const facts = (list: readonly Component[]) =>
      list.map(({ introducedBy: _paths, ...others }) => others).toSorted((a, b) => (a.purl < b.purl ? -1 : 1))
    expect(facts(read.components)).toEqual(facts(components))
    expect(read.components.find(({ name }) => name === 'd')?.introducedBy[0]?.path).toEqual([
      `owner/web@${'a'.repeat(40)}`,
      'c@1.0.0',
      'd@1.0.0',
    ])
  })

  it('refers to the advisories of open findings, and names coverage gaps', () => {
    const [flawed] = components
    const findings = [
      dependencyFinding('GHSA-aaaa-bbbb-cccc', { component: flawed }),
      dependencyFinding('GHSA-dddd-eeee-ffff', { component: flawed, state: 'suppressed' }),
    ]
    const document = JSON.stringify(spdxDocument({ ...scan, findings, gaps: ['pom.xml was not read.'] }, assay))
    expect(document).toContain('GHSA-aaaa-bbbb-cccc')
    expect(document).not.toContain('GHSA-dddd-eeee-ffff')
    expect(document).toContain('"comment":"Coverage gaps:\\npom.xml was not read."')
  })

  it('describes a scanned package as the project', () => {
    const own = { ...component('web', ['web@1.0.0']), license: { expression: 'ISC' } }
    const source = { ...scan.source, type: 'npm', revision: '1.0.0' } as const
    expect(spdxDocument({ ...scan, source, components: [own] }, assay)).toMatchObject({
      packages: [{ SPDXID: 'SPDXRef-Project', name: 'web', licenseDeclared: 'ISC', downloadLocation: 'NOASSERTION' }],
    })
  })
})

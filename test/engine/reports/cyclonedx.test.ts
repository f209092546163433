import { describe, expect, it } from 'vitest'
import type { Component } from '../../../src/engine/model/component.ts'
import type { FindingState } from '../../../src/engine/model/finding.ts'
import type { Reachability } from '../../../src/engine/model/reachability.ts'
import { assay } from '../../../src/engine/model/product.ts'
import { packageUrl } from '../../../src/engine/model/purl.ts'
import { billOfMaterials } from '../../../src/engine/reports/cyclonedx/bill-of-materials.ts'
import type { InventoriedScan } from '../../../src/engine/reports/inventoried-scan.ts'
import { dependencyFinding } from '../../support/findings.ts'
import { cyclonedxValidator } from '../../support/official-schemas.ts'

const problems = cyclonedxValidator()

function component(name: string, version: string, way: readonly string[], more: Partial<Component> = {}): Component {
  const ecosystem = more.ecosystem ?? 'npm'
  return {
    purl: packageUrl(ecosystem, name, version),
    name,
    version,
    ecosystem,
    direct: way.length === 2,
    dev: false,
    introducedBy: [{ manifest: 'web/package-lock.json', path: [...way] }],
    ...more,
  }
}

const listed = [
  component('a', '1.0.0', ['project@1.0.0', 'a@1.0.0']),
  component('@scope/b', '2.0.0', ['project@1.0.0', 'a@1.0.0', '@scope/b@2.0.0'], { dev: true }),
  component('org.example:thing', '3', ['project@1.0.0', 'org.example:thing@3'], { ecosystem: 'Maven' }),
]

interface Bom {
  readonly specVersion: string
  readonly serialNumber: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string; readonly purl?: string } }
  readonly components: readonly {
    readonly 'bom-ref': string
    readonly scope: string
    readonly purl: string
    readonly licenses?: readonly object[]
  }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
  readonly vulnerabilities?: readonly {
    readonly id: string
    readonly analysis: { readonly state: string; readonly detail: string }
    readonly affects: readonly { readonly ref: string }[]
    readonly ratings: readonly object[]
    readonly cwes?: readonly number[]
  }[]
  readonly compositions: readonly { readonly aggregate: string }[]
}

function bomOf(scan: Partial<InventoriedScan> = {}): Bom {
  const source = {
    type: 'git',
    canonicalUrl: 'https://github.com/owner/project',
    revision: 'a'.repeat(40),
    digest: 'sha256-x',
  } as const
  const bom = billOfMaterials(
    {
      id: 'scan_x',
      source,
      completedAt: new Date('2026-01-02T03:04:05.678Z'),
      components: listed,
      findings: [],
      gaps: [],
      ...scan,
    },
    { ...assay, homepage: 'https://assay.example' },
  )
  expect(problems(JSON.parse(JSON.stringify(bom)))).toEqual([])
  return bom as Bom
}

describe('CycloneDX', () => {
  it('refuses what is no bill of materials, so that the checks below mean something', () => {
    expect(problems({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'x' }] })).not.toEqual([])
  })

  it('lists every component with its package URL, what is only for development as excluded', () => {
    const bom = bomOf()
    expect(bom.specVersion).toBe('1.6')
    expect(bom.components.map(({ purl, scope }) => [purl, scope])).toEqual(
      expect.arrayContaining([
        ['pkg:npm/a@1.0.0', 'required'],
        ['pkg:npm/%40scope/b@2.0.0', 'excluded'],
        ['pkg:maven/org.example/thing@3', 'required'],
      ]),
    )
    expect(bom.metadata.component).toMatchObject({ name: 'owner/project', version: 'a'.repeat(40) })
  })

  it('states declared licenses: an identifier, an expression, or a name, and none that is unknown', () => {
    const licensed = (name: string, license?: Component['license']) =>
      component(name, '1.0.0', ['project@1.0.0', `${name}@1.0.0`], license && { license })
    const bom = bomOf({
      components: [
        licensed('a', { expression: 'MIT' }),
        licensed('b', { expression: 'GPL-2.0-only WITH Classpath-exception-2.0 OR MIT' }),
        licensed('c', { name: 'SEE LICENSE IN LICENSE.md' }),
        licensed('d'),
        licensed('e', { expression: 'LicenseRef-internal' }),
      ],
    })
    const acknowledgement = 'declared'
    expect(bom.components.map(({ licenses }) => licenses)).toEqual([
      [{ license: { id: 'MIT', acknowledgement } }],
      [{ expression: 'GPL-2.0-only WITH Classpath-exception-2.0 OR MIT', acknowledgement }],
      [{ license: { name: 'SEE LICENSE IN LICENSE.md', acknowledgement } }],
      undefined,
      [{ expression: 'LicenseRef-internal', acknowledgement }],
    ])
  })

  it('connects every component to the project along its dependency path', () => {
    const { dependencies } = bomOf()
    expect(dependencies.find(({ ref }) => ref === 'project')?.dependsOn).toEqual([
      'pkg:maven/org.example/thing@3',
      'pkg:npm/a@1.0.0',
    ])
    expect(dependencies.find(({ ref }) => ref === 'pkg:npm/a@1.0.0')?.dependsOn).toEqual(['pkg:npm/%40scope/b@2.0.0'])
  })

  it('knows a scanned package as the subject, not as one of its components', () => {
    const own = component('a', '1.0.0', ['a@1.0.0'])
    const source = {
      type: 'npm',
      canonicalUrl: 'https://www.npmjs.com/package/a',
      revision: '1.0.0',
      digest: 'sha512-x',
    } as const
    const bom = bomOf({
      source,
      components: [own],
      findings: [dependencyFinding('GHSA-aaaa-bbbb-cccc', { component: own })],
    })
    expect(bom.metadata.component).toMatchObject({ name: 'a', purl: 'pkg:npm/a@1.0.0' })
    expect(bom.components).toEqual([])
    expect(bom.vulnerabilities?.[0]?.affects.map(({ ref }) => ref)).toEqual(['project'])
  })

  it('tells each flaw once with all that have it, and again where something else was decided', () => {
    const [a, b, c] = listed
    const suppression = { reason: 'not reachable', by: 'owner', expires: '2027-01-01T00:00:00.000Z' }
    const { vulnerabilities } = bomOf({
      findings: [
        dependencyFinding('GHSA-aaaa-bbbb-cccc', { component: a, state: 'existing' }),
        dependencyFinding('GHSA-aaaa-bbbb-cccc', { component: b, state: 'new' }),
        dependencyFinding('GHSA-aaaa-bbbb-cccc', { component: c, state: 'suppressed', suppression }),
        dependencyFinding('GHSA-dddd-eeee-ffff', { component: a, state: 'fixed' }),
      ],
    })
    const decided = vulnerabilities?.map(({ id, analysis, affects }) => [id, analysis.state, affects.length]).sort()
    expect(decided).toEqual([
      ['GHSA-aaaa-bbbb-cccc', 'in_triage', 2],
      ['GHSA-aaaa-bbbb-cccc', 'not_affected', 1],
      ['GHSA-dddd-eeee-ffff', 'resolved', 1],
    ])
    expect(vulnerabilities?.find(({ analysis }) => analysis.state === 'not_affected')?.analysis.detail).toBe(
      'Suppressed by owner until 2027-01-01T00:00:00.000Z: not reachable',
    )
  })

  it.each([
    ['2.0', 'AV:N/AC:L/Au:N/C:P/I:P/A:P', 7.5, 'CVSSv2'],
    ['3.0', 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'CVSSv3'],
    ['3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'CVSSv31'],
    ['4.0', 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3, 'CVSSv4'],
  ])('rates by CVSS %s', (version, vector, score, method) => {
    const { vulnerabilities } = bomOf({
      findings: [
        dependencyFinding('GHSA-aaaa-bbbb-cccc', {
          severity: 'critical',
          cvss: { version, vector, score },
          cwe: ['CWE-79', 'NVD-CWE-noinfo'],
        }),
      ],
    })
    expect(vulnerabilities?.[0]).toMatchObject({
      ratings: [{ score, severity: 'critical', method, vector }],
      cwes: [79],
    })
  })

  it('says whether the list is whole, and gives equal bytes for equal scans', () => {
    expect(bomOf().compositions[0]?.aggregate).toBe('complete')
    expect(bomOf({ gaps: ['Something is missing.'] }).compositions[0]?.aggregate).toBe('incomplete')
    expect(JSON.stringify(bomOf())).toBe(JSON.stringify(bomOf()))
    expect(bomOf().serialNumber).not.toBe(bomOf({ id: 'scan_y' }).serialNumber)
  })
})

describe('the VEX analysis by reachability', () => {
  const analysisOf = (reachability: Reachability, state: FindingState = 'new') =>
    bomOf({ findings: [dependencyFinding('GHSA-aaaa-bbbb-cccc', { reachability, state })] }).vulnerabilities?.[0]
      ?.analysis

  it('names a package whose vulnerable code does not run as not affected', () => {
    expect(analysisOf({ status: 'imported' })).toEqual({
      state: 'not_affected',
      justification: 'code_not_reachable',
      detail: 'The project loads the vulnerable file of a. Assay found no call of the functions that the fix changed.',
    })
    expect(analysisOf({ status: 'not-loaded' })).toMatchObject({
      state: 'not_affected',
      justification: 'code_not_reachable',
    })
  })

  it('names reachable code exploitable, and leaves what is unknown in triage', () => {
    const path = [{ path: 'a.js', line: 1, function: '' }]
    expect(analysisOf({ status: 'reachable', path })).toMatchObject({ state: 'exploitable' })
    expect(analysisOf({ status: 'reachable', path }, 'suppressed')).toMatchObject({
      state: 'exploitable',
      response: ['will_not_fix'],
    })
    expect(analysisOf({ status: 'imported' }, 'suppressed')).toMatchObject({ state: 'not_affected' })
    expect(analysisOf({ status: 'unknown', reason: 'native-code' })).toEqual({
      state: 'in_triage',
      detail:
        'Assay could not decide whether the project reaches the vulnerable code, because the program loads native ' +
        'code.',
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { assay } from '../../../src/engine/model/product.ts'
import type { InventoriedScan } from '../../../src/engine/reports/inventoried-scan.ts'
import { openvexDocument } from '../../../src/engine/reports/openvex-document.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { openvexProblems } from '../../support/official-schemas.ts'

const git = {
  type: 'git',
  canonicalUrl: 'https://github.com/owner/project',
  revision: 'a'.repeat(40),
  digest: 'sha256-x',
} as const

const scanOf = (findings: readonly Finding[], scan: Partial<InventoriedScan> = {}): InventoriedScan => ({
  id: 'scan_x',
  source: git,
  completedAt: new Date('2026-01-02T03:04:05.678Z'),
  components: [],
  findings,
  gaps: [],
  ...scan,
})

interface Document {
  readonly statements: readonly {
    readonly status: string
    readonly status_notes?: string
    readonly justification?: string
    readonly action_statement?: string
    readonly vulnerability: { readonly name: string }
    readonly products: readonly { readonly '@id': string }[]
  }[]
}

function documentOf(scan: InventoriedScan): Document {
  const document = JSON.parse(JSON.stringify(openvexDocument(scan, assay)))
  expect(openvexProblems(document)).toEqual([])
  return document
}

const statementOf = (finding: Finding) => documentOf(scanOf([finding])).statements[0]

describe('OpenVEX', () => {
  it('refuses what is no document, so that the checks below mean something', () => {
    const document = openvexDocument(scanOf([dependencyFinding('GHSA-1')]), assay)
    expect(openvexProblems({ ...document, version: 0 })).not.toEqual([])
    expect(openvexProblems({ ...document, statements: [] })).not.toEqual([])
  })

  it('has a statement about each advisory of the project, with the package as a subcomponent', () => {
    expect(statementOf(dependencyFinding('GHSA-1'))).toEqual({
      vulnerability: {
        '@id': 'https://osv.dev/vulnerability/GHSA-1',
        name: 'GHSA-1',
        description: 'example 1.0.0: a flaw',
        aliases: ['CVE-2026-1'],
      },
      products: [
        {
          '@id': 'https://github.com/owner/project',
          subcomponents: [{ '@id': 'pkg:npm/a@1.0.0', identifiers: { purl: 'pkg:npm/a@1.0.0' } }],
        },
      ],
      status: 'under_investigation',
    })
  })

  it('derives the status from the reachability', () => {
    const of = (reachability: Finding['reachability']) =>
      statementOf(dependencyFinding('GHSA-1', { ...(reachability && { reachability }) }))
    expect(of({ status: 'reachable', path: [] })).toMatchObject({ status: 'affected', action_statement: 'Upgrade.' })
    for (const status of ['imported', 'not-loaded'] as const)
      expect(of({ status })).toMatchObject({
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
      })
    expect(of({ status: 'unknown', reason: 'dynamic-code' })).toMatchObject({
      status: 'under_investigation',
      status_notes: expect.stringContaining('could not decide'),
    })
  })

  it('calls malware affected', () => {
    expect(statementOf(dependencyFinding('MAL-1', { ruleId: 'malicious-dependency' }))?.status).toBe('affected')
  })

  it('notes a suppression, which is no evidence', () => {
    const suppression = { reason: 'accepted', by: 'assay.yml:3' }
    expect(statementOf(dependencyFinding('GHSA-1', { state: 'suppressed', suppression }))).toMatchObject({
      status: 'under_investigation',
      status_notes: 'Suppressed by assay.yml:3: accepted',
    })
  })

  it('has no document without a vulnerable package', () => {
    const fixed = dependencyFinding('GHSA-1', { state: 'fixed' })
    expect(openvexDocument(scanOf([]), assay)).toBeUndefined()
    expect(openvexDocument(scanOf([storedFinding(), fixed]), assay)).toBeUndefined()
  })

  it('does not publish the path of a local folder', () => {
    const source = { ...git, type: 'folder', canonicalUrl: 'file:///home/user/private%20place/project' } as const
    const [statement] = documentOf(scanOf([dependencyFinding('GHSA-1')], { source })).statements
    expect(statement?.products[0]?.['@id']).toBe(`pkg:generic/project@${'a'.repeat(40)}`)
  })
})

import { describe, expect, it } from 'vitest'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { saveInventory } from '../../../src/service/db/scans/inventories.ts'
import { completeScan, failScan, startScan } from '../../../src/service/db/scans/scans.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { dependencyFinding } from '../../support/findings.ts'
import { cyclonedxValidator, sarifValidator, spdxProblems } from '../../support/official-schemas.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice')
const bob = await api.account('bob')

const formats = [
  { name: 'sarif', mediaType: 'application/sarif+json', problems: sarifValidator() },
  { name: 'sbom', mediaType: 'application/vnd.cyclonedx+json', problems: cyclonedxValidator() },
  { name: 'sbom?format=cyclonedx', mediaType: 'application/vnd.cyclonedx+json', problems: cyclonedxValidator() },
  { name: 'sbom?format=spdx', mediaType: 'application/spdx+json', problems: spdxProblems },
]

async function submittedScan(): Promise<string> {
  const { json } = await alice.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/a' })
  return String(json.data.scanId)
}

/** A completed scan of `components`. The first one is vulnerable. */
async function completedScan(components: readonly Component[]): Promise<string> {
  const scanId = await submittedScan()
  const source = {
    type: 'npm' as const,
    canonicalUrl: 'https://www.npmjs.com/package/a',
    revision: '1.0.0',
    digest: 'sha512-x',
  }
  const coverage = {
    detectors: [],
    files: { scanned: 1, bytes: 1, skipped: [] },
    components: { total: 1, method: 'test', unresolved: [] },
    advisories: {},
    undecidedAdvisories: 0,
    isolation: 'in-process' as const,
    gaps: ['One file could not be read.'],
  }
  const findings = components.slice(0, 1).map((component) => dependencyFinding('GHSA-aaaa-bbbb-cccc', { component }))
  await startScan(api.db, scanId, new Date())
  const inventoryDigest = await saveInventory(api.db, components)
  await completeScan(api.db, scanId, {
    source,
    canonicalUrl: source.canonicalUrl,
    inventoryDigest,
    coverage,
    ...judge(findings, { gaps: [], failOn: 'high' }),
    completedAt: new Date(),
  })
  await insertFindings(api.db, scanId, findings)
  return scanId
}

const flawed: Component = {
  purl: 'pkg:npm/b@2.0.0',
  name: 'b',
  version: '2.0.0',
  ecosystem: 'npm',
  direct: true,
  dev: false,
  introducedBy: [{ manifest: 'package.json', path: ['a@1.0.0', 'b@2.0.0'] }],
}

describe.each(formats)('GET /api/v1/scans/:scanId/$name', ({ name, mediaType, problems }) => {
  it('is a valid document of its own media type, without the envelope', async () => {
    const scanId = await completedScan([flawed])
    const { status, headers, json, text } = await alice.call('GET', `/api/v1/scans/${scanId}/${name}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain(mediaType)
    expect(headers.get('content-disposition')).toContain(scanId)
    expect(problems(json)).toEqual([])
    expect(text).toContain('GHSA-aaaa-bbbb-cccc')
    expect(text).toContain('One file could not be read.')
  })

  it('holds what hostile names hold', async () => {
    const hostile = 'nul\0 and half \ud800'
    const scanId = await completedScan([
      { ...flawed, name: hostile, introducedBy: [{ manifest: hostile, path: ['a@1.0.0', hostile] }] },
    ])
    const { status, json } = await alice.call('GET', `/api/v1/scans/${scanId}/${name}`)
    expect(status).toBe(200)
    expect(problems(json)).toEqual([])
  })

  it('is not visible to other accounts, and not available before the end or after a failure', async () => {
    const scanId = await completedScan([flawed])
    expect((await bob.call('GET', `/api/v1/scans/${scanId}/${name}`)).json.error.code).toBe('NOT_FOUND')
    const pending = await submittedScan()
    const early = await alice.call('GET', `/api/v1/scans/${pending}/${name}`)
    expect([early.status, early.json.error.code, early.headers.get('retry-after')]).toEqual([409, 'NOT_READY', '5'])
    await failScan(api.db, pending, {
      errorCode: 'SOURCE_NOT_FOUND',
      errorMessage: 'gone',
      verdict: 'nothing-scanned',
      completedAt: new Date(),
    })
    expect((await alice.call('GET', `/api/v1/scans/${pending}/${name}`)).json.error.code).toBe('CONFLICT')
  })
})

describe('GET /api/v1/scans/:scanId/sbom', () => {
  it('has a file name and an entity tag for each format', async () => {
    const scanId = await completedScan([flawed])
    const path = `/api/v1/scans/${scanId}/sbom`
    const answers = await Promise.all(
      ['', '?format=cyclonedx', '?format=spdx'].map((query) => alice.call('GET', path + query)),
    )
    expect(answers.map(({ headers }) => headers.get('content-disposition'))).toEqual([
      `attachment; filename="${scanId}.cdx.json"`,
      `attachment; filename="${scanId}.cdx.json"`,
      `attachment; filename="${scanId}.spdx.json"`,
    ])
    const [first, same, other] = answers.map(({ headers }) => headers.get('etag'))
    expect([same === first, other === first]).toEqual([true, false])
    expect(answers[2]?.json).toMatchObject({ spdxVersion: 'SPDX-2.3' })
  })

  it.each(['xml', 'SPDX', '', 'spdx&format=cyclonedx'])(
    'names the formats if it does not know "%s"',
    async (format) => {
      const scanId = await completedScan([flawed])
      const { status, json } = await alice.call('GET', `/api/v1/scans/${scanId}/sbom?format=${format}`)
      expect([status, json.error.code, json.error.details.length]).toEqual([400, 'INVALID_REQUEST', 1])
      expect(json.error.details[0]).toMatchObject({
        path: 'query.format',
        message: expect.stringMatching(/cyclonedx.*spdx/) as string,
      })
    },
  )
})

describe('lists of components', () => {
  it('are kept once for all scans that found the same', async () => {
    await completedScan([flawed])
    await completedScan([flawed])
    const rows = await api.sql`select digest from inventories
        where components->0->>'purl' = ${flawed.purl} and components->0->>'name' = 'b'`
    expect(rows).toHaveLength(1)
  })
})

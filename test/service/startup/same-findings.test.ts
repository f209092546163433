import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ScanReport } from '../../../src/engine/model/scan-report.ts'
import { type AssayProcess, dataFolder, runAssay, startAssay } from '../../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { caller } from '../../support/test-api.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
let registry: NpmStandIn
let service: AssayProcess
let settings: Record<string, string>

const server = (body: string) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { exec } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
const server = new McpServer({ name: 'it', version: '1.0.0' })
server.tool('run', 'Runs it.', { name: z.string() }, async ({ name }) => { ${body} })
`
const packages = {
  'fine@1.0.0': { files: { 'index.js': 'export {}\n' } },
  'flawed@0.0.8': {},
  'uses-flawed@2.0.0': { dependencies: { flawed: '0.0.8' } },
  'injected@1.0.0': { type: 'module', files: { 'index.js': server('exec(`cat ${name}`)') } },
  'reading@1.0.0': { type: 'module', files: { 'index.js': server('return readFileSync(name)') } },
}

beforeAll(async () => {
  registry = await startNpmStandIn(packages)
  settings = {
    ASSAY_DATA_DIR: data.path,
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
  service = await startAssay(settings)
}, 120_000)
afterAll(async () => {
  await service.end('SIGTERM')
  await registry.close()
  data.remove()
  feed.remove()
})

interface ComparedFinding {
  readonly fingerprint: string
  readonly ruleId: string
  readonly severity: string
  readonly title: string
}

const sorted = (findings: readonly ComparedFinding[]) =>
  findings
    .map(({ fingerprint, ruleId, severity, title }) => ({ fingerprint, ruleId, severity, title }))
    .toSorted((a, b) => a.fingerprint.localeCompare(b.fingerprint))

it.each(Object.keys(packages))(
  'the command line and the service find the same in %s',
  async (key) => {
    const [name = '', version = ''] = key.split('@')
    const url = `https://www.npmjs.com/package/${name}/v/${version}`
    const call = caller(service.address, { 'x-api-key': service.key ?? '' })
    const { scanId } = (await call('POST', '/api/v1/scans/url', { url })).json.data
    const scan = await vi.waitFor(
      async () => {
        const { data: scanned } = (await call('GET', `/api/v1/scans/${String(scanId)}`)).json
        expect(scanned['status']).toBe('completed')
        return scanned
      },
      { timeout: 60_000, interval: 200 },
    )
    const listed = (await call('GET', `/api/v1/scans/${String(scanId)}/vulnerabilities?limit=100`)).json.data
    const report = ScanReport.parse(JSON.parse((await runAssay(['scan', url, '--format', 'json'], settings)).out))
    expect(sorted(report.findings)).toEqual(sorted(listed['vulnerabilities'] as ComparedFinding[]))
    expect([report.verdict, report.results]).toEqual([scan['verdict'], scan['results']])
    expect(report.findings.length > 0).toBe(key !== 'fine@1.0.0')
  },
  90_000,
)

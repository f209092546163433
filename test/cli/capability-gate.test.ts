import { afterAll, expect, it } from 'vitest'
import { ScanReport } from '../../src/engine/model/scan-report.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { writeOsvFeed } from '../support/osv-feed.ts'
import { toolServer } from '../support/tool-server.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [] })
afterAll(() => {
  data.remove()
  feed.remove()
})

const gate = 'failOn: {capabilities: [processes]}\n'
const server = (does: 'executes' | 'answers', settings = gate) =>
  workingTree({ 'src/index.js': toolServer(does), '.github/assay.yml': settings })

async function scan(words: readonly string[], format = 'json') {
  const { code, out } = await runAssay(['scan', '--format', format, ...words], {
    ASSAY_DATA_DIR: data.path,
    OSV_URL: feed.url,
  })
  return { code, out }
}

it('a capability that the baseline does not have fails the scan', { timeout: 240_000 }, async () => {
  using before = server('answers')
  using after = server('executes')
  const words = ['--trust-project-settings', '--baseline', before.path, after.path]
  const { code, out } = await scan(words)
  const { verdict, projectSettings, findings } = ScanReport.parse(JSON.parse(out))
  expect([code, verdict, findings.length]).toEqual([1, 'fail', 0])
  expect(projectSettings).toMatchObject({
    addedCapabilities: [{ tool: 'uptime', word: 'processes', path: 'src/index.js' }],
    withoutSettings: { verdict: 'pass' },
  })
  const { out: table } = await scan(words, 'table')
  expect(table).toContain('Not allowed by failOn.capabilities (processes): The tool "uptime" now executes commands')
  // A change cannot remove the gate, because the settings of the baseline apply.
  using without = server('executes', 'failOn: high\n')
  expect((await scan(['--trust-project-settings', '--baseline', before.path, without.path])).code).toBe(1)
  // The gate ignores capabilities that are not new, untrusted settings, and scans without a baseline.
  expect((await scan(['--trust-project-settings', '--baseline', after.path, after.path])).code).toBe(0)
  expect((await scan(['--baseline', before.path, after.path])).code).toBe(0)
  expect((await scan(['--trust-project-settings', after.path])).code).toBe(0)
})

/**
 * Starts the service with the command in the README and scans with it, as a new user does. The registry and the
 * advisory feed are on loopback, so that nothing depends on the network.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataFolder, startAssay } from '../test/support/assay-process.ts'
import { examplePackages } from '../test/support/example-packages.ts'
import { startNpmStandIn } from '../test/support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../test/support/osv-feed.ts'

const run = promisify(execFile)
const folder = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
const registry = await startNpmStandIn(examplePackages)
const settings = {
  ASSAY_DATA_DIR: folder.path,
  ASSAY_CACHE_DIR: join(folder.path, 'cache'),
  npm_config_registry: registry.url,
  ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
  OSV_URL: feed.url,
}

const service = await startAssay(settings, ['npm', 'start'])
process.stdout.write(service.out())
const curl = async (path: string, ...options: string[]) =>
  JSON.parse((await run('curl', ['-sS', '-H', `X-API-Key: ${service.key}`, ...options, service.address + path])).stdout)
const submitted = await curl(
  '/api/v1/scans/url',
  '-H',
  'Content-Type: application/json',
  '-d',
  '{"url":"https://www.npmjs.com/package/server"}',
)
let scan = submitted
for (let look = 0; look < 120 && !['completed', 'failed'].includes(scan.data.status); look += 1) {
  await new Promise((resolve) => setTimeout(resolve, 250))
  scan = await curl(`/api/v1/scans/${submitted.data.scanId}`)
}
process.stdout.write(`${JSON.stringify(scan.data, null, 2)}\n`)
const { stdout: table } = await run('npm', ['run', '-s', 'assay', '--', 'scan', 'https://www.npmjs.com/package/fine'], {
  env: { ...process.env, ...settings },
})
process.stdout.write(table)

const code = await service.end('SIGTERM')
await registry.close()
feed.remove()
folder.remove()
const asExpected =
  scan.data.verdict === 'fail' &&
  scan.data.results.grade === 'D' &&
  scan.data.results.vulnerabilities.critical === 1 &&
  table.includes('A+') &&
  code === 0
process.stdout.write(
  asExpected
    ? 'first scan: as expected\n'
    : `first scan: NOT as expected (the service ended with ${code})\n${service.log()}\n`,
)
process.exitCode = asExpected ? 0 : 1

/**
 * Tests the service with schemathesis (https://schemathesis.readthedocs.io), an independent OpenAPI tester: `node
 * test/service/api/conformance/schemathesis.ts [EXAMPLES] [SEED]`. Installs it into a temporary Python environment,
 * unless `SCHEMATHESIS` is the path of the program. Packages and advisories come from servers on loopback. Exits with 1
 * if it found something.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFolder, runAssay, startAssay } from '../../../support/assay-process.ts'
import { examplePackages } from '../../../support/example-packages.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'

/**
 * Number for each operation. 300 made 4,882 requests in 169 s on two cores. The check that valid input is accepted is
 * off, because schemas do not express where a URL leads or which times are in the future.
 */
const examples = Number(process.argv[2] ?? 700)
/** The same seed gives the same requests. If absent, each run uses a new one, which is printed. */
const seed = process.argv[3]

if (process.env.CI !== undefined) {
  process.stdout.write(
    'Skipped in CI: schemathesis comes from the Python package index. Run `npm run test:api` by hand.\n',
  )
  process.exit(0)
}

await using stack = new AsyncDisposableStack()
const schemathesis = process.env.SCHEMATHESIS ?? installedSchemathesis()
const folder = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
const registry = stack.use(await startNpmStandIn(examplePackages))
stack.defer(() => [feed, folder].forEach((made) => made.remove()))
const settings = {
  ASSAY_DATA_DIR: folder.path,
  npm_config_registry: registry.url,
  ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
  OSV_URL: feed.url,
  LOG_LEVEL: 'error',
}
const service = await startAssay(settings)
stack.defer(async () => void (await service.end('SIGTERM')))
await runAssay(['accounts', 'set', 'local', '--plan', 'enterprise', '--limits', '10000000/15m,10000000/d'], settings)

const words = [
  'run',
  `${service.address}/api/v1/openapi.json`,
  '--url',
  service.address,
  '--header',
  `Authorization: Bearer ${service.key}`,
  '--max-examples',
  String(examples),
  '--workers',
  '2',
  '--request-timeout',
  '40',
  '--continue-on-failure',
  ...(seed === undefined ? [] : ['--seed', seed]),
  '--exclude-checks',
  'positive_data_acceptance',
  '--exclude-path-regex',
  '/scans/[^/]+/events$',
]
// A request line that is too long is also rejected, with a status that the tester does not expect by default.
const refusals = [400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422, 428, 429, 431]
writeFileSync(
  join(folder.path, 'schemathesis.toml'),
  `[checks.negative_data_rejection]\nexpected-statuses = ${JSON.stringify(refusals)}\n`,
)
// The tester stores data for its next run here. It is deleted.
const tester = spawn(schemathesis, words, { cwd: folder.path, stdio: ['ignore', 'inherit', 'inherit'] })
const [code] = (await once(tester, 'exit')) as [number | null]
const faults = service
  .log()
  .split('\n')
  .filter((line) => /"level":[56]0/.test(line))
process.stdout.write(
  `${faults.length} lines of the service's log tell of ` +
    `faults${faults.length === 0 ? '' : `:\n${faults.slice(0, 5).join('\n')}`}\n`,
)
process.exitCode = code === 0 && faults.length === 0 ? 0 : 1

function installedSchemathesis(): string {
  const environment = mkdtempSync(join(tmpdir(), 'assay-schemathesis-'))
  stack.defer(() => rmSync(environment, { recursive: true, force: true }))
  execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' })
  execFileSync(join(environment, 'bin/pip'), ['install', '--quiet', 'schemathesis'], { stdio: 'inherit' })
  const program = join(environment, 'bin/schemathesis')
  if (!existsSync(program)) throw new Error('pip installed no program named schemathesis.')
  return program
}

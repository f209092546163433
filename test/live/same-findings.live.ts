/**
 * Compares the findings of the command line with those of a service that scans the same sources: `npm run
 * test:live:findings -- FOLDER… [URL…]`.
 *
 * Each folder becomes a git repository with one commit, which a git server on loopback serves to both. URLs, also those
 * that start with `pkg:`, are scanned directly. The service has an empty database and the advisories of `OSV_URL`.
 * Unless `ASSAY_RESOLVE=on`, nothing is resolved, because a registry may change between the two scans. Results are
 * equal if both have the same fingerprints, rules, severities, precisions, titles, verdict, and counts.
 * Exits with 1 if a source differs.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { osvUrl } from '../../bench/parts/peers/osv-database.ts'
import { ScanReport } from '../../src/engine/model/scan-report.ts'
import { runAssay, startAssay } from '../support/assay-process.ts'
import { startGitServer } from '../support/git-server.ts'
import { untrustedCertificate } from '../support/tls-certificate.ts'

const Findings = z.array(
  z.object({
    fingerprint: z.string(),
    ruleId: z.string(),
    severity: z.string(),
    precision: z.string(),
    title: z.string(),
  }),
)

const Envelope = z.object({ success: z.literal(true), data: z.unknown() })
const Submitted = z.object({ scanId: z.string() })
const Scan = z.object({
  status: z.string(),
  verdict: z.string().optional(),
  results: z.unknown().optional(),
  error: z.unknown().optional(),
})
const Page = z.object({ vulnerabilities: Findings })

/** The compared results for a source. */
interface Answer {
  readonly verdict: string | undefined
  readonly results: unknown
  readonly findings: z.infer<typeof Findings>
}

const maxScanMs = 20 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'assay-same-findings-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => rmSync(folder, { recursive: true, force: true }))
const certificate = await untrustedCertificate()
const authority = join(folder, 'authority.pem')
const trusted = process.env['NODE_EXTRA_CA_CERTS']
writeFileSync(authority, [certificate.cert, ...(trusted ? [readFileSync(trusted, 'utf8')] : [])].join('\n'))
const server = stack.use(
  await startGitServer({
    certificate,
    folder,
    settings: ['safe.directory=*', 'uploadpack.allowFilter=true', 'uploadpack.allowAnySHA1InWant=true'],
  }),
)
const settings = {
  OSV_URL: osvUrl,
  ASSAY_ALLOW_NETWORKS: `source=127.0.0.1/32,${process.env['ASSAY_ALLOW_NETWORKS'] ?? 'upstream=127.0.0.1/32'}`,
  ASSAY_RESOLVE: process.env['ASSAY_RESOLVE'] ?? 'off',
  NODE_EXTRA_CA_CERTS: authority,
  LOG_LEVEL: 'error',
}
const service = await startAssay({ ...settings, ASSAY_DATA_DIR: join(folder, 'data') })
stack.defer(async () => void (await service.end('SIGTERM')))

let differences = 0
for (const [index, source] of process.argv.slice(2).entries()) {
  const url = /^(?:https?|pkg):/.test(source) ? source : served(source, `source-${index}`)
  try {
    const [ofService, ofCommand] = [await scannedByService(url), await scannedByCommand(url)]
    const isSame = isDeepStrictEqual(ofService, ofCommand)
    if (!isSame) differences += 1
    process.stdout.write(
      `${isSame ? 'same' : 'DIFFERENT'}  ${String(ofCommand.findings.length).padStart(4)} findings  ` +
        `${ofCommand.verdict}  ${source}\n`,
    )
    if (!isSame) process.stdout.write(difference(ofService, ofCommand))
  } catch (error) {
    differences += 1
    process.stdout.write(`NOT SCANNED  ${source}: ${String(error)}\n`)
  }
}
process.stdout.write(`${process.argv.length - 2 - differences} of ${process.argv.length - 2} sources are the same\n`)
process.exitCode = differences === 0 ? 0 : 1

/** Commits a folder to a bare repository, without filters and hooks. Returns the URL of the repository. */
function served(source: string, name: string): string {
  const bare = join(folder, `${name}.git`)
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    })
  git('-c', 'init.defaultBranch=main', 'init', '--quiet', '--bare', bare)
  git('-c', 'core.autocrlf=false', `--git-dir=${bare}`, `--work-tree=${source}`, 'add', '--all', '--force')
  git(`--git-dir=${bare}`, `--work-tree=${source}`, 'commit', '--quiet', '--message', 'all')
  return `${server.url}/${name}`
}

async function scannedByService(url: string): Promise<Answer> {
  const { scanId } = Submitted.parse(await ask('url', { method: 'POST', body: JSON.stringify({ url }) }))
  for (const deadline = performance.now() + maxScanMs; performance.now() < deadline; await pause(250)) {
    const scan = Scan.parse(await ask(scanId))
    if (scan.status === 'failed') throw new Error(`the service could not scan ${url}: ${JSON.stringify(scan.error)}`)
    if (scan.status === 'completed')
      return { verdict: scan.verdict, results: scan.results, findings: sorted(await listed(scanId)) }
  }
  throw new Error(`the service has not scanned ${url} in time`)
}

async function listed(scanId: string): Promise<z.infer<typeof Findings>> {
  const all: z.infer<typeof Findings> = []
  for (let page = 1; ; page += 1) {
    const { vulnerabilities } = Page.parse(await ask(`${scanId}/vulnerabilities?limit=100&page=${page}`))
    all.push(...vulnerabilities)
    if (vulnerabilities.length < 100) return all
  }
}

async function scannedByCommand(url: string): Promise<Answer> {
  const { out, err } = await runAssay(['scan', url, '--format', 'json'], {
    ...settings,
    ASSAY_DATA_DIR: join(folder, 'command'),
  })
  if (out === '') throw new Error(`the command line could not scan ${url}: ${err}`)
  const { verdict, results, findings } = ScanReport.parse(JSON.parse(out))
  return { verdict, results, findings: sorted(Findings.parse(findings)) }
}

function sorted(findings: z.infer<typeof Findings>) {
  return findings.toSorted((a, b) => a.fingerprint.localeCompare(b.fingerprint))
}

function difference(ofService: Answer, ofCommand: Answer): string {
  const lines = ({ findings }: Answer) => new Set(findings.map((finding) => JSON.stringify(finding)))
  const [service, command] = [lines(ofService), lines(ofCommand)]
  return [
    `  service: ${ofService.verdict} ${JSON.stringify(ofService.results)}`,
    `  command: ${ofCommand.verdict} ${JSON.stringify(ofCommand.results)}`,
    ...[...service.difference(command)].map((line) => `  only the service: ${line}`),
    ...[...command.difference(service)].map((line) => `  only the command: ${line}`),
    '',
  ].join('\n')
}

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${service.address}/api/v1/scans/${path}`, {
    ...init,
    headers: { 'X-API-Key': service.key ?? '', 'Content-Type': 'application/json' },
  })
  return Envelope.parse(await response.json()).data
}

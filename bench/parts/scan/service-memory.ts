import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { dataFolder, startAssay } from '../../../test/support/assay-process.ts'
import { startGitServer } from '../../../test/support/git-server.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../test/support/osv-feed.ts'
import { untrustedCertificate } from '../../../test/support/tls-certificate.ts'
import { startCommand, startSettings } from '../../as-started.ts'
import type { LargeProject } from './large-project.ts'
import { watchProcessTree } from './process-tree.ts'

/** Memory of a complete service during a scan, in megabytes. */
export interface ServiceMemory {
  readonly status: string
  readonly seconds: number
  /** Peak of server, worker, child processes, git, and Postgres together. */
  readonly peakMegabytes: number
  /** Memory before the scan. */
  readonly idleMegabytes: number
  /** Megabytes by program at the peak. */
  readonly parts: Readonly<Record<string, number>>
}

const endsWithinMs = 10 * 60_000

/** Scans a project from a git server on loopback, with a service that has its own Postgres. */
export async function serviceMemory(project: LargeProject): Promise<ServiceMemory> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-served-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const bare = join(folder, 'large.git')
  git('init', '--quiet', '--bare', bare)
  git(`--git-dir=${bare}`, `--work-tree=${project.path}`, 'add', '--all', '--force')
  git(`--git-dir=${bare}`, `--work-tree=${project.path}`, 'commit', '--quiet', '--message', 'all')
  const certificate = await untrustedCertificate()
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const server = stack.use(
    await startGitServer({
      certificate,
      folder,
      settings: ['safe.directory=*', 'uploadpack.allowFilter=true', 'uploadpack.allowAnySHA1InWant=true'],
    }),
  )
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const data = dataFolder()
  stack.defer(() => data.remove())
  const service = await startAssay(
    {
      ...startSettings,
      ASSAY_DATA_DIR: data.path,
      OSV_URL: feed.url,
      ASSAY_ALLOW_NETWORKS: 'source=127.0.0.1/32,upstream=127.0.0.1/32',
      NODE_EXTRA_CA_CERTS: authority,
      LOG_LEVEL: 'error',
    },
    startCommand(),
  )
  stack.defer(async () => void (await service.end('SIGTERM')))
  await pause(2_000)
  const tree = stack.use(watchProcessTree(service.pid))
  const idleMegabytes = tree.look().megabytes
  const startedAt = performance.now()
  const status = await scanned(service, `${server.url}/large`)
  return {
    status,
    seconds: (performance.now() - startedAt) / 1_000,
    peakMegabytes: tree.peak().megabytes,
    idleMegabytes,
    parts: tree.peak().parts,
  }
}

function git(...words: readonly string[]): void {
  execFileSync(
    'git',
    ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'init.defaultBranch=main', ...words],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

async function scanned(
  { address, key = '' }: { readonly address: string; readonly key: string | undefined },
  url: string,
): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}) =>
    Answer.parse(
      await (
        await fetch(`${address}/api/v1/scans/${path}`, {
          ...init,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        })
      ).json(),
    ).data
  const { scanId } = await ask('url', { method: 'POST', body: JSON.stringify({ url }) })
  for (const deadline = performance.now() + endsWithinMs; performance.now() < deadline; await pause(500)) {
    const { status, error } = await ask(scanId)
    if (status === 'completed' || status === 'failed') return error === undefined ? status : JSON.stringify(error)
  }
  return 'still running'
}

const Answer = z.object({
  success: z.literal(true),
  data: z.object({ scanId: z.string(), status: z.string(), error: z.unknown().optional() }),
})

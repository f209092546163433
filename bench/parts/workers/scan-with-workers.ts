import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAssay } from '../../../test/support/assay-process.ts'
import { examplePackages } from '../../../test/support/example-packages.ts'
import { startNpmStandIn } from '../../../test/support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../test/support/osv-feed.ts'
import { freshCluster } from '../../fresh-installation.ts'
import { parentOf, treeCpuSeconds } from './tree-cpu.ts'

/** Cost of processing many scans. */
export interface ManyScans {
  readonly perSecond: number
  /** Average number of used cores. */
  readonly processors: number
  /** CPU seconds of workers, web process, and database. */
  readonly cpuPerScan: number
  readonly databaseCpuPerScan: number
}

/**
 * Measures from the first submission until all scans are done. The registry responds after this number of milliseconds.
 * Each submission takes a few milliseconds.
 */
export async function scanWithWorkers({
  workers,
  scans,
  registryMs,
}: {
  readonly workers: number
  readonly scans: number
  readonly registryMs: number
}): Promise<ManyScans> {
  await using stack = new AsyncDisposableStack()
  const cluster = stack.use(await freshCluster())
  const database = stack.use(await cluster.database())
  const folder = mkdtempSync(join(tmpdir(), 'assay-workers-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const registry = stack.use(await startNpmStandIn(examplePackages, { delayMs: () => registryMs }))
  const settings = {
    DATABASE_URL: database.url,
    ASSAY_SECRET: randomBytes(32).toString('hex'),
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
    PUBLIC_URL: 'https://assay.example',
    LOG_LEVEL: 'error',
    ASSAY_SCANS_PER_ACCOUNT: '64',
  }
  const start = async (role: 'web' | 'worker', name: string) => {
    const started = await startAssay({ ...settings, ASSAY_DATA_DIR: join(folder, name) }, [
      process.execPath,
      'assay.js',
      role,
    ])
    stack.defer(async () => void (await started.end('SIGTERM')))
    return started
  }
  const web = await start('web', 'web')
  const submit = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const { status } = await fetch(`${web.address}/api/v1/scans/url`, {
        method: 'POST',
        headers: { 'x-api-key': web.key ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://www.npmjs.com/package/server', force: true }),
      })
      if (status !== 202) throw new Error(`a scan was answered with ${status}`)
    }
  }
  const completed = async () =>
    Number(
      (await database.sql<{ count: number }[]>`select count(*)::int as count from scans where status = 'completed'`)[0]
        ?.count,
    )
  const processes = await Promise.all(
    Array.from({ length: workers }, (_, number) => start('worker', `worker-${number}`)),
  )
  // Warm-up: each worker runs a scan, which loads its code and starts its child processes.
  await submit(4 * workers)
  while ((await completed()) < 4 * workers) await pause(50)

  const [backend] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postmaster = parentOf(backend?.pid ?? 0)
  const databaseCpu = () => treeCpuSeconds(postmaster)
  const cpu = () => ({
    all: [web, ...processes].reduce((sum, { pid }) => sum + treeCpuSeconds(pid), databaseCpu()),
    database: databaseCpu(),
  })
  const before = { cpu: cpu(), at: performance.now(), done: await completed() }
  await submit(scans)
  while ((await completed()) < before.done + scans) await pause(20)
  const seconds = (performance.now() - before.at) / 1_000
  const after = cpu()
  return {
    perSecond: scans / seconds,
    processors: (after.all - before.cpu.all) / seconds,
    cpuPerScan: (after.all - before.cpu.all) / scans,
    databaseCpuPerScan: (after.database - before.cpu.database) / scans,
  }
}

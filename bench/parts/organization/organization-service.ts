import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { type AssayProcess, dataFolder, startAssay } from '../../../test/support/assay-process.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../test/support/osv-feed.ts'
import { freshCluster } from '../../fresh-installation.ts'
import { parentOf, treeCpuSeconds } from '../workers/tree-cpu.ts'
import { type OrganizationWish, serveOrganization } from './served-organization.ts'

/** CPU time in milliseconds, with child processes. */
export interface UsedCpu {
  readonly web: number
  readonly workers: number
  readonly database: number
}

/** Starts GitHub with one organization, a database, a web process, and workers. */
export async function organizationService(
  wish: Omit<OrganizationWish, 'authorityPath'>,
  { workers, settings = {} }: { readonly workers: number; readonly settings?: Readonly<Record<string, string>> },
) {
  await using stack = new AsyncDisposableStack()
  const folder = dataFolder()
  stack.defer(() => folder.remove())
  const authorityPath = join(folder.path, 'authority.pem')
  const github = stack.use(await serveOrganization({ ...wish, authorityPath }))
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const cluster = stack.use(await freshCluster())
  const database = stack.use(await cluster.database())
  const environment = {
    DATABASE_URL: database.url,
    ASSAY_SECRET: randomBytes(32).toString('hex'),
    OSV_URL: feed.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    APP_ID: github.appId,
    PRIVATE_KEY: github.privateKeyPem.replaceAll('\n', '\\n'),
    WEBHOOK_SECRET: github.webhookSecret,
    GHE_HOST: `localhost:${github.gitPort}`,
    GITHUB_API_URL: github.apiUrl,
    NODE_EXTRA_CA_CERTS: authorityPath,
    PUBLIC_URL: 'https://assay.example',
    LOG_LEVEL: 'error',
    ...settings,
  }
  const start = async (role: 'web' | 'worker', name: string): Promise<AssayProcess> => {
    const started = await startAssay({ ...environment, ASSAY_DATA_DIR: join(folder.path, name) }, [
      process.execPath,
      'assay.js',
      role,
    ])
    stack.defer(async () => void (await started.end('SIGTERM')))
    return started
  }
  const web = await start('web', 'web')
  const running = await Promise.all(Array.from({ length: workers }, (_, number) => start('worker', `worker-${number}`)))
  const [backend] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postmaster = parentOf(backend?.pid ?? 0)
  const opened = stack.move()
  return {
    github,
    address: web.address,
    sql: database.sql,
    cpu: (): UsedCpu => ({
      web: treeCpuSeconds(web.pid) * 1_000,
      workers: running.reduce((sum, { pid }) => sum + treeCpuSeconds(pid), 0) * 1_000,
      database: treeCpuSeconds(postmaster) * 1_000,
    }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Counts the first scans of repositories, by state. */
export async function firstScans(sql: Sql): Promise<{ readonly waiting: number; readonly ended: number }> {
  const [row] = await sql<{ waiting: number; ended: number }[]>`
    select count(*) filter (where status in ('pending', 'scanning'))::int as waiting,
      count(*) filter (where status in ('completed', 'failed'))::int as ended
    from scans where priority < 0`
  return row ?? { waiting: 0, ended: 0 }
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseClient } from '../../src/service/db/client.ts'
import { type AssayProcess, startAssay } from '../support/assay-process.ts'
import { examplePackages } from '../support/example-packages.ts'
import { startNpmStandIn } from '../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { type TlsCertificate, trustedCertificate } from '../support/tls-certificate.ts'
import { type Receiver, startReceiver } from '../service/webhooks/receiver.ts'
import { registerEndpoint, type StormTarget } from './storm-traffic.ts'

/** A web process and two workers on one database, with the registry, feed, and receiver that they use. */
export interface StormService extends StormTarget, AsyncDisposable {
  readonly web: AssayProcess
  readonly workers: readonly AssayProcess[]
  /** Environment of further workers, without their data folder. */
  readonly settings: Readonly<Record<string, string>>
  /** Parent of data folders. It is removed at the end. */
  readonly folder: string
  /** Returns the response of `/readyz` from the web process. */
  readiness(): Promise<{ readonly status: number; readonly problems: readonly string[] }>
}

export interface StormServiceOptions {
  readonly database: DatabaseClient & { readonly url: string }
  /** URL that the processes use. The default is that of the database. */
  readonly databaseUrl?: string
  readonly minutes: number
  /** Additional environment variables for both roles. */
  readonly settings?: Readonly<Record<string, string>>
  /** Additional environment variables for a worker, by its number. */
  readonly settingsOfWorker?: (worker: number) => Readonly<Record<string, string>>
  /** Certificate of the receiver, which the processes trust. The default is a new one. */
  readonly certificate?: TlsCertificate
}

/** Servers on loopback that the processes of a storm use. */
export interface StormSurroundings extends AsyncDisposable {
  readonly receiver: Receiver
  /** Environment of a process, without its database and data folder. */
  readonly settings: Readonly<Record<string, string>>
  /** Parent of data folders. It is removed at the end. */
  readonly folder: string
}

/** Starts an npm registry, an advisory feed, and a receiver whose certificate the processes trust. */
export async function startStormSurroundings(given?: TlsCertificate): Promise<StormSurroundings> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'assay-storm-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const registry = stack.use(await startNpmStandIn(examplePackages))
  const certificate = given ?? (await trustedCertificate())
  writeFileSync(join(folder, 'authority.pem'), certificate.cert)
  const receiver = stack.use(await startReceiver(certificate))
  const settings = {
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32,source=127.0.0.1/32',
    OSV_URL: feed.url,
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    PUBLIC_URL: 'https://assay.example',
    LOG_LEVEL: 'warn',
  }
  const running = stack.move()
  return { receiver, settings, folder, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Starts the web process, then the workers. */
export async function startStormService({
  database,
  databaseUrl = database.url,
  minutes,
  settings = {},
  settingsOfWorker = () => ({}),
  certificate,
}: StormServiceOptions): Promise<StormService> {
  await using stack = new AsyncDisposableStack()
  const deadline = Date.now() + minutes * 60_000
  const around = stack.use(await startStormSurroundings(certificate))
  const { folder, receiver } = around
  const all = {
    ...around.settings,
    DATABASE_URL: databaseUrl,
    ASSAY_SECRET: randomBytes(32).toString('hex'),
    ...settings,
  }
  const start = async (role: string, more: Readonly<Record<string, string>> = {}) => {
    const started = await startAssay({ ASSAY_DATA_DIR: join(folder, role), ...all, ...more }, [
      process.execPath,
      'assay.js',
      role.startsWith('worker') ? 'worker' : 'web',
    ])
    stack.defer(async () => void (await started.end('SIGKILL')))
    return started
  }
  const web = await start('web')
  const workers = [await start('worker-0', settingsOfWorker(0)), await start('worker-1', settingsOfWorker(1))]
  const at = { receiver, address: () => web.address, key: web.key ?? '' }
  const endpointId = await registerEndpoint(at)
  const running = stack.move()
  return {
    ...at,
    database,
    deadline,
    web,
    workers,
    settings: all,
    folder,
    endpointId,
    async readiness() {
      const response = await fetch(`${web.address}/readyz`, { signal: AbortSignal.timeout(20_000) })
      const { problems } = (await response.json()) as { problems: string[] }
      return { status: response.status, problems }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

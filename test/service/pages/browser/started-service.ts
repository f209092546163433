import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { type AssayProcess, dataFolder, runAssay, startAssay } from '../../../support/assay-process.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { caller } from '../../../support/test-api.ts'
import { untrustedCertificate } from '../../../support/tls-certificate.ts'
import { startReceiver } from '../../webhooks/receiver.ts'
import { chromiumPath, ensureChromium } from './ensure-chromium.ts'
import { exampleServers } from './example-server.ts'

/** The service that was started for a run. */
export interface StartedService {
  readonly address: string
  /** API key of the account `local` with every permission. */
  readonly key: string
  /** Sign-in link that the service printed at its start. It works once. */
  readonly loginLink: string
  /** Settings that let `runAssay` use the same installation. */
  readonly settings: Record<string, string>
  /** An https URL that accepts webhooks with status 200. */
  readonly receiver: string
  /** A completed public scan with findings. */
  readonly scanId: string
  /** A completed public scan of a project with hostile text in all fields. */
  readonly hostileScanId: string
  /** A failed scan of a missing package. */
  readonly failedScanId: string
  /** Link to the page that registers a GitHub App. */
  readonly setupLink: string
  /** Slug of the registry entry of the first scan. */
  readonly slug: string
}

declare module 'vitest' {
  interface ProvidedContext {
    service: StartedService
    /** WebSocket endpoint of the browser. */
    browserEndpoint: string
  }
}

/** Delays of the package registry for packages that the browser submits. Their scans run for that time. */
const lateMs = { 'late-desk': 1_500, 'endless-desk': 40_000 } as const

/** Starts the browser and a new service for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { service, browserEndpoint, end } = await startServiceAndBrowser()
  project.provide('service', service)
  project.provide('browserEndpoint', browserEndpoint)
  return end
}

/** A running service, and the browser that visits it. */
export interface ServiceAndBrowser {
  readonly service: StartedService
  /** WebSocket endpoint of the browser. */
  readonly browserEndpoint: string
  /** Ends all processes and removes their files. */
  readonly end: () => Promise<void>
}

/**
 * Starts the browser and a new service. An npm registry, an advisory feed, and a webhook receiver run as stand-ins on
 * loopback.
 */
export async function startServiceAndBrowser(): Promise<ServiceAndBrowser> {
  ensureChromium()
  await using stack = new AsyncDisposableStack()
  const folder = dataFolder()
  stack.defer(() => folder.remove())
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => feed.remove())
  const registry = stack.use(
    await startNpmStandIn(exampleServers, {
      delayMs: (path) => Object.entries(lateMs).find(([name]) => path.startsWith(name))?.[1] ?? 0,
    }),
  )
  const certificate = await untrustedCertificate()
  const receiver = stack.use(
    await startReceiver(
      certificate,
      (_received, response) =>
        void response
          .writeHead(200)
          .end('thanks <script>document.title = 1</script><img src=x onerror=alert(2)>\u202egnp.exe'),
    ),
  )
  const certificateFile = join(folder.path, 'receiver.pem')
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(certificateFile, certificate.cert)
  const settings = {
    ASSAY_DATA_DIR: join(folder.path, 'data'),
    npm_config_registry: registry.url,
    NPM_DOWNLOADS_URL: '',
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32',
    OSV_URL: feed.url,
    NODE_EXTRA_CA_CERTS: certificateFile,
  }
  const service = await startAssay(settings)
  stack.defer(async () => void (await service.end('SIGTERM')))
  const browser = await chromium.launchServer({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  stack.defer(() => browser.close())
  const { key } = service
  if (key === undefined) throw new Error('the first start showed no key')
  const scanned = await scanAndEnter(service, key)
  const inItsPlace = { ...settings, PUBLIC_URL: service.address }
  const setup = await runAssay(['github', 'setup'], inItsPlace)
  const started = {
    address: service.address,
    key,
    loginLink: /\S+\/login#\S+/.exec(service.out())?.[0] ?? '',
    settings: inItsPlace,
    setupLink: setup.out.trim(),
    receiver: `https://127.0.0.1:${receiver.port}/hook`,
    ...scanned,
  }
  const running = stack.move()
  return { service: started, browserEndpoint: browser.wsEndpoint(), end: () => running.disposeAsync() }
}

/** Scans the example servers and a missing package, and waits until the registry lists them. */
async function scanAndEnter(
  service: AssayProcess,
  key: string,
): Promise<{ scanId: string; hostileScanId: string; failedScanId: string; slug: string }> {
  const call = caller(service.address, { 'x-api-key': key })
  const submit = async (name: string) =>
    String((await call('POST', '/api/v1/scans/url', { url: `https://www.npmjs.com/package/${name}` })).json.data.scanId)
  const failedScanId = await submit('nobody-published-this')
  const scanIds = await Promise.all(['weather-desk', 'hostile-desk', 'quiet-desk'].map(submit))
  for (let look = 0; look < 600; look += 1) {
    const { json } = await call('GET', '/api/v1/servers')
    const failed = (await call('GET', `/api/v1/scans/${failedScanId}`)).json.data.status === 'failed'
    if (failed && (json.data.servers as object[]).length === scanIds.length)
      return { scanId: scanIds[0] ?? '', hostileScanId: scanIds[1] ?? '', failedScanId, slug: 'npm-weather-desk' }
    await pause(200)
  }
  const scans = await Promise.all(scanIds.map(async (id) => (await call('GET', `/api/v1/scans/${id}`)).text))
  throw new Error(`the registry has no entries after two minutes:\n${scans.join('\n')}\n${service.log()}`)
}

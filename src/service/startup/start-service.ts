import { createLocalAccount, localAccountName } from '../accounts/local-account.ts'
import { createLoginLink } from '../accounts/login-link.ts'
import { announceScanEndTo } from './announce-scan-end.ts'
import { type App, shownResultsOf, sourceReachOf } from './app.ts'
import type { Roles } from './roles.ts'
import { findAccountByName } from '../db/accounts/accounts.ts'
import type { Reads } from '../db/replica/reads.ts'
import { openReplicaReads } from '../db/replica/replica-reads.ts'
import { createInstallPage, type InstallPage } from '../github/app-page.ts'
import { createGitHubClients } from '../github/clients.ts'
import { openGitHubAppGateway } from '../github/github-app-gateway.ts'
import { createSharedLimits } from '../github/budgets/shared-limits.ts'
import { createGitHubLimits } from '../github/github-limits.ts'
import { createWorkflowTokens, type WorkflowTokens } from '../github/workflows/workflow-tokens.ts'
import { deliveryLimits } from '../webhooks/delivery-limits.ts'
import { isLoopbackHost, servedAddress } from '../../engine/net/served-address.ts'
import { PackageStore } from '../../engine/scanner/reachability/package-store.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import { createStallWatch } from '../scans/stalls/watched-scans.ts'
import { scannerOfWorker } from './scanner-of-worker.ts'
import { startWebServer } from './web-server.ts'
import { isolationOfScans } from './isolation-of-scans.ts'
import type { ReplicaSettings } from '../../settings/database-settings.ts'
import { createDiskSpace } from '../../engine/sources/disk-space.ts'
import { startBackups } from './start-backups.ts'
import { startGitHub } from './start-github.ts'
import { startOperations } from './start-operations.ts'
import { startRegistry } from './start-registry.ts'
import { type ScanJobs, startScanJobs } from './start-scan-jobs.ts'
import { type Deliveries, startDeliveries } from '../webhooks/deliver.ts'
import type { DeliveryContext } from '../webhooks/delivery-context.ts'
import { tidyWebhooks, tidyWebhooksCron } from '../webhooks/tidy-webhooks.ts'

export interface Service extends AsyncDisposable {
  /** Service URL. Undefined for a worker. */
  readonly address: string | undefined
  /** True if the service listens on all network interfaces. */
  readonly isOpenToNetwork: boolean
  /** First secrets of the account `local`, which are shown only once. Undefined on later starts. */
  readonly firstSecrets: { readonly apiKey: string; readonly webhookSecret: string } | undefined
  /**
   * Single-use sign-in link for the account `local`. Undefined for a worker, and if other machines can reach the
   * service.
   */
  readonly loginLink: string | undefined
}

/**
 * Time after which a stopping service closes its database connections. Requests have 10 s to finish, and jobs 30 s. A
 * query that a server never answers would keep the process running.
 */
const maxStopMs = 35_000

/**
 * Starts the parts of the service selected by `roles`. Disposal stops new work. Requests, deliveries, and jobs then get
 * time to finish, and unfinished jobs return to the queue.
 */
export async function startService(app: App, roles: Roles): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const { db } = app.database
  const isolation = roles.worker ? await isolationOfScans(app) : undefined
  const queue = stack.use(
    await openQueue({
      url: app.databaseUrl,
      directUrl: app.config.directUrl,
      maxConnections: app.config.pools.queue,
      log: app.log,
    }),
  )
  const stopping = new AbortController()
  const diskRoom = createDiskSpace({ folder: app.config.dataDir, log: app.log })
  const reads = roles.web && app.config.replica ? stack.use(readsOf(app, app.config.replica)) : undefined
  if (app.config.operations)
    stack.use(
      await startOperations(
        app,
        { queue, isolation, diskRoom, reads, stopping: stopping.signal },
        app.config.operations,
      ),
    )
  // Ends after the jobs, which are scanning until then.
  const scanners = stack.use(new AsyncDisposableStack())
  const ending: AsyncDisposable[] = [{ [Symbol.asyncDispose]: () => queue.stopWorking() }]
  stack.defer(async () => {
    stopping.abort(new Error('service stopping'))
    setTimeout(() => void app.database.sql.end({ timeout: 0 }), maxStopMs).unref()
    const ends = await Promise.allSettled(ending.map((part) => part[Symbol.asyncDispose]()))
    for (const end of ends)
      if (end.status === 'rejected') app.log.error({ err: end.reason }, 'part of the service not stopped cleanly')
  })
  const untilStop = <Part extends AsyncDisposable>(part: Part): Part => {
    ending.push(part)
    return part
  }
  const server = roles.web
    ? untilStop(
        await startWebServer(
          {
            db,
            reads,
            advisoryBases: app.config.osvBases,
            reachability: app.config.reachability,
            packageStore: new PackageStore(shownResultsOf(app), app, 'public'),
            mcp: { advisoryMatcher: app.advisoryMatcher, sources: sourceReachOf(app) },
            diskRoom,
            queue,
            masterKey: app.masterKey,
            addressPolicy: app.addressPolicy,
            accountsResolvingPrivate: app.config.accountsResolvingPrivate,
            log: app.log,
            githubDoor: await openGitHubAppGateway(
              { db, queue, network: app.network, log: app.log },
              app.config.githubApp,
            ),
            githubSetup: {
              place: app.config.githubPlace,
              isConfigured: app.config.githubApp !== undefined,
              network: app.network,
            },
            installPage: installPageOf(app),
            workflowTokens: workflowTokensOf(app),
            gitHubSignIn: app.config.githubSignIn && {
              place: app.config.githubSignIn,
              network: app.network,
              log: app.log,
            },
            ...(isolation && { isolation }),
          },
          app.config,
        ),
      )
    : undefined
  if (isolation) {
    const watchedScans = createStallWatch({ db, log: app.log })
    await startWorker(app, queue, stopping.signal, {
      diskRoom,
      watchedScans,
      openScanner: (stores) => scanners.use(scannerOfWorker(app, isolation, { stores, stalls: watchedScans })),
      publicUrl: publicUrlOf(app, server?.address),
    })
  }
  if (roles.worker) await startWebhooks(app, queue, untilStop(startDeliveries(deliveryContextOf(app, queue))))
  // Created last, so that no error can occur between creating and showing the secrets.
  const firstSecrets = await createLocalAccount({ db, masterKey: app.masterKey })
  const loginLink =
    server && isLoopbackHost(app.config.host)
      ? await localLoginLink(app, app.config.publicUrl ?? server.address)
      : undefined
  const running = stack.move()
  return {
    address: server?.address,
    isOpenToNetwork: server?.isOpenToNetwork ?? false,
    firstSecrets,
    loginLink,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Opens the reads that use the configured replica. */
function readsOf(
  { database, databaseUrl, pooling, config, log }: App,
  { url, maxLagSeconds }: ReplicaSettings,
): Reads & AsyncDisposable {
  return openReplicaReads(database, {
    url,
    primaryUrl: databaseUrl,
    isPrimaryPooled: pooling !== 'none',
    maxConnections: config.pools.database,
    maxLagMs: maxLagSeconds * 1_000,
    log,
  })
}

/** Returns a sign-in link for the user who started the service, or undefined if the account was removed. */
async function localLoginLink({ database: { db }, masterKey }: App, publicUrl: string): Promise<string | undefined> {
  const account = await findAccountByName(db, localAccountName)
  return account && createLoginLink({ db, masterKey }, { accountId: account.id, publicUrl, now: new Date() })
}

/** Starts the jobs for scans and for the GitHub App, and connects them. */
async function startWorker(
  app: App,
  queue: Queue,
  stopping: AbortSignal,
  { publicUrl, ...scans }: Pick<ScanJobs, 'diskRoom' | 'watchedScans' | 'openScanner'> & { readonly publicUrl: string },
): Promise<void> {
  const announceScanEnd = announceScanEndTo({ queue, publicUrl })
  const { githubApp } = app.config
  const githubLimits = githubApp
    ? createSharedLimits({ db: app.database.db, log: app.log, ...githubApp })
    : createGitHubLimits()
  await startScanJobs(app, queue, stopping, { ...scans, announceScanEnd, githubLimits })
  await startGitHub(app, queue, { publicUrl, announceScanEnd, limits: githubLimits })
  await startRegistry(app, queue, stopping, publicUrl)
  await startBackups(app, queue)
}

/** Starts webhook delivery and its cleanup. */
async function startWebhooks({ database: { db } }: App, queue: Queue, deliveries: Deliveries): Promise<void> {
  await queue.work('deliver-webhooks', async ({ lanes }) => deliveries.poll(lanes))
  await queue.work('tidy-webhooks', (_payload, { signal }) => tidyWebhooks(db, new Date(), signal))
  await queue.schedule('tidy-webhooks', tidyWebhooksCron, {}, 'all')
}

function deliveryContextOf(
  { database: { db }, network, addressPolicy, masterKey, log }: App,
  queue: Queue,
): DeliveryContext {
  return { db, queue, network, addressPolicy, masterKey, log, now: () => new Date(), limits: deliveryLimits }
}

/** Returns the page for installing the GitHub App, or undefined if no app is configured. */
function installPageOf({ config: { githubApp }, network, log }: App): InstallPage | undefined {
  if (!githubApp) return undefined
  const clients = createGitHubClients({ network, app: githubApp, log, limits: createGitHubLimits() })
  return createInstallPage({ clients, place: githubApp, log })
}

/** Returns the verifier for workflow identity tokens, or undefined if no GitHub App is configured. */
function workflowTokensOf({ config, network }: App): WorkflowTokens | undefined {
  return (
    config.githubApp && createWorkflowTokens({ network, issuer: config.githubOidcIssuer, host: config.githubApp.host })
  )
}

/**
 * Returns the base URL of links in events. A worker without a server assumes that the web process uses the same HOST
 * and PORT. If that is wrong, or PORT is 0, the operator must set PUBLIC_URL.
 */
function publicUrlOf({ config, log }: App, served: string | undefined): string {
  const publicUrl = config.publicUrl ?? served ?? servedAddress(config.host, config.port)
  if (config.publicUrl === undefined && served === undefined)
    log.warn({ publicUrl }, 'PUBLIC_URL is not set: links from this worker use HOST and PORT')
  return publicUrl
}

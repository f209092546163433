import { createLocalAccount, localAccountName } from './accounts/local-account.ts'
import { createLoginLink } from './accounts/login-link.ts'
import { tidyAccounts, tidyCron } from './accounts/tidy-accounts.ts'
import { exploitationCron, isExploitationSyncDue } from './advisories/exploitation/schedule.ts'
import { syncExploitation } from './advisories/exploitation/sync-exploitation.ts'
import { advisoryGenerations } from './advisories/generations.ts'
import { syncEcosystem } from './advisories/sync/sync-ecosystem.ts'
import { announceScanEndTo } from './announce-scan-end.ts'
import {
  advisoryFeedsOf,
  advisoryServiceOf,
  advisorySyncOf,
  type App,
  exploitationSyncOf,
  fileResultsOf,
  serverNamesOf,
  sourceReachOf,
} from './app.ts'
import type { Roles } from './roles.ts'
import { findAccountByName } from './db/accounts/accounts.ts'
import { findExploitationFeeds } from './db/advisories/exploitation.ts'
import { findMasterKeyCheck } from './db/installation.ts'
import type { ScanRow } from './db/scans/scans.ts'
import { publishChecksOfScan } from './github/checks/on-scan-finished.ts'
import { openGitHubAppGateway } from './github/github-app-gateway.ts'
import { createGitHubLimits, type GitHubLimits } from './github/github-limits.ts'
import { createInstallationTokens } from './github/installation-tokens.ts'
import { createWorkflowTokens, type WorkflowTokens } from './github/workflows/workflow-tokens.ts'
import type { Ecosystem } from '../engine/model/component.ts'
import { deliveryLimits } from './webhooks/delivery-limits.ts'
import { isLoopbackHost, servedAddress } from '../engine/net/served-address.ts'
import { type OperationsAddress, type OperationsServer, startOperationsServer } from './operations/operations-server.ts'
import { openQueue, type Queue } from './queue/queue.ts'
import { abandonScan } from './scans/abandon-scan.ts'
import { tidyRetention, tidyRetentionCron } from './operations/retention/tidy-retention.ts'
import { tidyFileResults } from './scans/file-results.ts'
import type { AnnounceScanEnd } from './scans/end-scan.ts'
import { refreshAdvisories, refreshCron } from './scans/refresh-advisories.ts'
import { runScan, type RunScanContext } from './scans/run-scan.ts'
import { createStallContext } from './scans/stalls/suspicion.ts'
import { startWatchdog, type WatchedScans } from './scans/stalls/watchdog.ts'
import { refillTickets } from './scans/tickets.ts'
import { tidyScans, tidyScansCron } from './scans/tidy-scans.ts'
import { startWebServer } from './server.ts'
import { createDiskSpace, type DiskSpace } from '../engine/sources/disk-space.ts'
import { startBackups } from './start-backups.ts'
import { startGitHub } from './start-github.ts'
import { startRegistry } from './start-registry.ts'
import { type Deliveries, startDeliveries } from './webhooks/deliver.ts'
import type { DeliveryContext } from './webhooks/delivery-context.ts'
import { tidyWebhooks, tidyWebhooksCron } from './webhooks/tidy-webhooks.ts'

/** A service that runs. */
export interface Service extends AsyncDisposable {
  /** Where it serves; absent for a worker. */
  readonly address: string | undefined
  /** It listens on every address of the machine. */
  readonly isOpenToNetwork: boolean
  /** The first secrets of the account `local`, to be shown once; absent on every start but the first. */
  readonly firstSecrets: { readonly apiKey: string; readonly webhookSecret: string } | undefined
  /** Signs in to the account `local`, once; absent where anybody but this machine could listen in, and for a worker. */
  readonly loginLink: string | undefined
}

/**
 * Starts the parts of the service that `roles` name. Letting go of it takes up nothing new from that moment; requests,
 * deliveries and jobs have their time to end beside one another, and what has not ended then goes back to the queue.
 */
export async function startService(app: App, roles: Roles): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const { db } = app.database
  const queue = stack.use(await openQueue({ url: app.databaseUrl, log: app.log }))
  const stopping = new AbortController()
  const diskRoom = createDiskSpace({ folder: app.config.dataDir, log: app.log })
  if (app.config.operations)
    stack.use(await startOperations(app, { queue, roles, diskRoom, stopping: stopping.signal }, app.config.operations))
  const ending: AsyncDisposable[] = [{ [Symbol.asyncDispose]: () => queue.stopWorking() }]
  stack.defer(async () => {
    stopping.abort(new Error('the service stops'))
    const ends = await Promise.allSettled(ending.map((part) => part[Symbol.asyncDispose]()))
    for (const end of ends)
      if (end.status === 'rejected') app.log.error({ err: end.reason }, 'a part of the service did not stop in order')
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
            advisoryBases: app.config.osvBases,
            diskRoom,
            queue,
            masterKey: app.masterKey,
            addressPolicy: app.addressPolicy,
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
            workflowTokens: workflowTokensOf(app),
            gitHubSignIn: app.config.githubSignIn && {
              place: app.config.githubSignIn,
              network: app.network,
              log: app.log,
            },
            ...(roles.worker && { isolation: app.isolation.inForce }),
          },
          app.config,
        ),
      )
    : undefined
  if (roles.worker)
    await startWorker(app, queue, stopping.signal, {
      diskRoom,
      watchdog: stack.use(startWatchdog({ databaseUrl: app.databaseUrl, log: app.log })),
      publicUrl: publicUrlOf(app, server?.address),
    })
  if (roles.worker) await startWebhooks(app, queue, untilStop(startDeliveries(deliveryContextOf(app, queue))))
  // Last, so that nothing can fail between making the secrets and showing them.
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

/** A link for whoever just started the service; undefined where somebody removed the account. */
async function localLoginLink({ database: { db }, masterKey }: App, publicUrl: string): Promise<string | undefined> {
  const account = await findAccountByName(db, localAccountName)
  return account && createLoginLink({ db, masterKey }, { accountId: account.id, publicUrl, now: new Date() })
}

/** Shows the state of this process to whoever runs it. */
async function startOperations(
  { config, database: { db }, isolation, log }: App,
  {
    queue,
    roles,
    diskRoom,
    stopping,
  }: { readonly queue: Queue; readonly roles: Roles; readonly diskRoom: DiskSpace; readonly stopping: AbortSignal },
  at: OperationsAddress,
): Promise<OperationsServer> {
  const server = await startOperationsServer(
    {
      db,
      queue,
      advisoryBases: config.osvBases,
      diskRoom,
      log,
      ...(roles.worker && { isolation: isolation.inForce }),
      isStopping: () => stopping.aborted,
    },
    at,
  )
  log.info({ address: server.address }, 'metrics and probes are served')
  return server
}

/** Takes up the jobs of scans and of the GitHub App, which tell each other of the end of scans. */
async function startWorker(
  app: App,
  queue: Queue,
  stopping: AbortSignal,
  {
    diskRoom,
    watchdog,
    publicUrl,
  }: { readonly diskRoom: DiskSpace; readonly watchdog: WatchedScans; readonly publicUrl: string },
): Promise<void> {
  const announceScanEnd = announceScanEndTo({ queue, publicUrl })
  const githubLimits = createGitHubLimits()
  await startWork(app, queue, stopping, { announceScanEnd, diskRoom, watchdog, githubLimits })
  await startGitHub(app, queue, { publicUrl, announceScanEnd, limits: githubLimits })
  await startRegistry(app, queue, stopping, publicUrl)
  await startBackups(app, queue)
}

/**
 * Takes up every job of scans, and makes sure that advisories are synced now if need be, and hourly. What
 * follows feeds ends at once when the service stops, and is taken up again when it is started.
 */
async function startWork(
  app: App,
  queue: Queue,
  stopping: AbortSignal,
  {
    announceScanEnd,
    diskRoom,
    watchdog,
    githubLimits,
  }: {
    readonly announceScanEnd: AnnounceScanEnd
    readonly diskRoom: DiskSpace
    readonly watchdog: WatchedScans
    readonly githubLimits: GitHubLimits
  },
): Promise<void> {
  const { db } = app.database
  const requestSync = (ecosystem: Ecosystem) => queue.enqueue(db, 'sync-advisories', { ecosystem }, { key: ecosystem })
  const stalls = createStallContext(db, watchdog)
  const scanContext = {
    db,
    queue,
    stalls,
    scansAtOnce: app.config.scansAtOnce,
    announceScanEnd,
    onStage: (scan: ScanRow) => publishChecksOfScan({ db, queue }, scan),
    log: app.log,
    sources: sourceReachOf(app),
    isolation: app.isolation,
    fileResults: fileResultsOf(app),
    serverNames: serverNamesOf(app),
    advisories: advisoryServiceOf(app, requestSync),
    advisoryGenerations: () => advisoryGenerations(advisoryFeedsOf(app)),
    ...repositoryCredentialOf(app, githubLimits),
  }

  // A scan waits, unclaimed, for room, or for a worker that has some.
  await queue.work('run-scan', (payload, attempt) => runScan(scanContext, payload, attempt), {
    mayFetch: async () => (await diskRoom.look()).status === 'enough',
  })
  await queue.work('abandon-scan', (payload, attempt) => abandonScan(scanContext, payload, attempt))
  await queue.work('sync-advisories', async ({ ecosystem }, { signal }) => {
    await syncEcosystem(advisorySyncOf(app), ecosystem, { signal: AbortSignal.any([signal, stopping]) })
    await queue.enqueue(db, 'rematch-advisories', {}, { key: 'all' })
  })
  await queue.work('refresh-advisories', ({ atOnce }, { signal }) =>
    refreshAdvisories(advisoryFeedsOf(app), { requestSync, signal: AbortSignal.any([signal, stopping]), atOnce }),
  )
  await queue.schedule(
    'refresh-advisories',
    refreshCron((await findMasterKeyCheck(db)) ?? Buffer.of()),
    { atOnce: false },
    'all',
  )
  await queue.enqueue(db, 'refresh-advisories', { atOnce: true }, { key: 'all' })
  await queue.work('sync-exploitation', async (_payload, { signal }) => {
    await syncExploitation(exploitationSyncOf(app), AbortSignal.any([signal, stopping]))
    await queue.enqueue(db, 'rematch-advisories', {}, { key: 'all' })
  })
  await queue.schedule('sync-exploitation', exploitationCron((await findMasterKeyCheck(db)) ?? Buffer.of()), {}, 'all')
  await queue.work('tidy-accounts', () => tidyAccounts(db, new Date()))
  await queue.schedule('tidy-accounts', tidyCron, {}, 'all')
  await queue.work('tidy-scans', async () => {
    await tidyScans(db)
    await tidyFileResults(db, new Date())
  })
  await queue.schedule('tidy-scans', tidyScansCron, {}, 'all')
  await queue.work('tidy-retention', async (_payload, { signal }) => {
    app.log.info(
      await tidyRetention(db, new Date(), AbortSignal.any([signal, stopping])),
      'what was older than it is kept was removed',
    )
  })
  await queue.schedule('tidy-retention', tidyRetentionCron, {}, 'all')
  await refillTickets(scanContext, app.config.scansAtOnce.ofAll)
  if (isExploitationSyncDue(await findExploitationFeeds(db), new Date()))
    await queue.enqueue(db, 'sync-exploitation', {}, { key: 'all' })
}

/** Takes up what wakes the delivery of webhooks, and tidies up after it. */
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

/** Workflows at GitHub show who they are, where this installation is an app there. */
function workflowTokensOf({ config, network }: App): WorkflowTokens | undefined {
  return (
    config.githubApp && createWorkflowTokens({ network, issuer: config.githubOidcIssuer, host: config.githubApp.host })
  )
}

/** Accounts read private repositories with the GitHub App, where this installation is one. */
function repositoryCredentialOf(
  { config, database, network, log }: App,
  githubLimits: GitHubLimits,
): Pick<RunScanContext, 'repositoryCredential'> {
  return config.githubApp
    ? {
        repositoryCredential: createInstallationTokens({
          db: database.db,
          network,
          log,
          app: config.githubApp,
          limits: githubLimits,
        }),
      }
    : {}
}

/**
 * What events link to. A worker that serves nothing itself takes the web process to have the same HOST and PORT as it
 * has; where that is not so, or PORT is 0, only PUBLIC_URL can tell.
 */
function publicUrlOf({ config, log }: App, served: string | undefined): string {
  const publicUrl = config.publicUrl ?? served ?? servedAddress(config.host, config.port)
  if (config.publicUrl === undefined && served === undefined)
    log.warn(
      { publicUrl },
      'PUBLIC_URL is not set: what this worker sends links to the address that HOST and PORT make',
    )
  return publicUrl
}

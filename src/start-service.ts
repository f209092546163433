import { createLocalAccount } from './accounts/local-account.ts'
import { tidyAccounts, tidyCron } from './accounts/tidy-accounts.ts'
import { exploitationCron, isExploitationSyncDue } from './advisories/exploitation/schedule.ts'
import { syncExploitation } from './advisories/exploitation/sync-exploitation.ts'
import { advisoryGenerations } from './advisories/generations.ts'
import { syncEcosystem } from './advisories/sync/sync-ecosystem.ts'
import { advisoryFeedsOf, advisoryServiceOf, advisorySyncOf, type App, exploitationSyncOf, sourceReachOf } from './app.ts'
import type { Roles } from './cli/command.ts'
import { findExploitationFeeds } from './db/exploitation.ts'
import { findMasterKeyCheck } from './db/installation.ts'
import { createInstallationTokens } from './github/installation-tokens.ts'
import type { Ecosystem } from './model/component.ts'
import { openQueue, type Queue } from './queue/queue.ts'
import { abandonScan } from './scan/abandon-scan.ts'
import type { AnnounceScanEnd } from './scan/end-scan.ts'
import { refreshAdvisories, refreshCron } from './scan/refresh-advisories.ts'
import { runScan, type RunScanContext } from './scan/run-scan.ts'
import { startWebServer } from './server.ts'

/** A service that runs. */
export interface Service extends AsyncDisposable {
  /** Where it serves; absent for a worker. */
  readonly address: string | undefined
  /** It listens on every address of the machine. */
  readonly isOpenToNetwork: boolean
  /** The first secrets of the account `local`, to be shown once; absent on every start but the first. */
  readonly firstSecrets: { readonly apiKey: string; readonly webhookSecret: string } | undefined
}

/** Starts the parts of the service that `roles` name. Letting go of it ends requests and jobs in order. */
export async function startService(app: App, roles: Roles): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const { db } = app.database
  const queue = stack.use(await openQueue({ url: app.databaseUrl, log: app.log }))
  const server = roles.web ? stack.use(await startWebServer({ db, advisoryBases: app.config.osvBases, queue, masterKey: app.masterKey, addressPolicy: app.addressPolicy, log: app.log }, app.config)) : undefined
  const stopping = new AbortController()
  if (roles.worker) await startWork(app, queue, stopping.signal)
  // Before the queue is let go, which waits for running jobs.
  stack.defer(() => stopping.abort(new Error('the service stops')))
  // Last, so that nothing can fail between making the secrets and showing them.
  const firstSecrets = await createLocalAccount({ db, masterKey: app.masterKey })
  const running = stack.move()
  return { address: server?.address, isOpenToNetwork: server?.isOpenToNetwork ?? false, firstSecrets, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/**
 * Takes up every job, and makes sure that advisories are synced now if need be, and hourly. What
 * follows feeds ends at once when the service stops, and is taken up again when it is started.
 */
async function startWork(app: App, queue: Queue, stopping: AbortSignal): Promise<void> {
  const { db } = app.database
  const requestSync = (ecosystem: Ecosystem) => queue.enqueue(db, 'sync-advisories', { ecosystem }, { key: ecosystem })
  const scanContext = { db, announceScanEnd: announceScanEndOf(), log: app.log, sources: sourceReachOf(app), advisories: advisoryServiceOf(app, requestSync), advisoryGenerations: () => advisoryGenerations(advisoryFeedsOf(app)), ...repositoryCredentialOf(app) }

  await queue.work('run-scan', (payload, attempt) => runScan(scanContext, payload, attempt))
  await queue.work('abandon-scan', (payload, attempt) => abandonScan(scanContext, payload, attempt))
  await queue.work('sync-advisories', async ({ ecosystem }, { signal }) => {
    await syncEcosystem(advisorySyncOf(app), ecosystem, { signal: AbortSignal.any([signal, stopping]) })
  })
  await queue.work('refresh-advisories', ({ atOnce }, { signal }) => refreshAdvisories(advisoryFeedsOf(app), { requestSync, signal: AbortSignal.any([signal, stopping]), atOnce }))
  await queue.schedule('refresh-advisories', refreshCron((await findMasterKeyCheck(db)) ?? Buffer.of()), { atOnce: false }, 'all')
  await queue.enqueue(db, 'refresh-advisories', { atOnce: true }, { key: 'all' })
  await queue.work('sync-exploitation', async (_payload, { signal }) => {
    await syncExploitation(exploitationSyncOf(app), AbortSignal.any([signal, stopping]))
  })
  await queue.schedule('sync-exploitation', exploitationCron((await findMasterKeyCheck(db)) ?? Buffer.of()), {}, 'all')
  await queue.work('tidy-accounts', () => tidyAccounts(db, new Date()))
  await queue.schedule('tidy-accounts', tidyCron, {}, 'all')
  if (isExploitationSyncDue(await findExploitationFeeds(db), new Date())) await queue.enqueue(db, 'sync-exploitation', {}, { key: 'all' })
}

/** Accounts read private repositories with the GitHub App, where this installation is one. */
function repositoryCredentialOf({ config, database, network, log }: App): Pick<RunScanContext, 'repositoryCredential'> {
  return config.githubApp ? { repositoryCredential: createInstallationTokens({ db: database.db, network, log, app: config.githubApp }) } : {}
}

/** Who hears of the end of a scan, in the transaction that stores it. */
function announceScanEndOf(): AnnounceScanEnd {
  const hearers: readonly AnnounceScanEnd[] = []
  return async (tx, end) => {
    for (const hear of hearers) await hear(tx, end)
  }
}

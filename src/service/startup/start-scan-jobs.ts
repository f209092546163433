import { tidyAccounts, tidyCron } from '../accounts/tidy-accounts.ts'
import { exploitationCron, isExploitationSyncDue } from '../scans/advisories/exploitation/schedule.ts'
import { syncExploitation } from '../scans/advisories/exploitation/sync-exploitation.ts'
import { advisoryGenerations } from '../scans/advisories/generations.ts'
import { syncEcosystem } from '../scans/advisories/sync/sync-ecosystem.ts'
import {
  advisoryFeedsOf,
  advisoryServiceOf,
  advisorySyncOf,
  type App,
  exploitationSyncOf,
  fileResultsOf,
  serverNamesOf,
} from './app.ts'
import { findExploitationFeeds } from '../db/advisories/exploitation.ts'
import { findMasterKeyCheck } from '../db/installation.ts'
import type { ScanRow } from '../db/scans/scans.ts'
import { publishChecksOfScan } from '../github/checks/on-scan-finished.ts'
import type { GitHubLimits } from '../github/github-limits.ts'
import { createInstallationTokens } from '../github/installation-tokens.ts'
import { resolvesPrivateSources } from '../accounts/private-sources.ts'
import { findAccount } from '../db/accounts/accounts.ts'
import type { Ecosystem } from '../../engine/model/component.ts'
import type { DiskSpace } from '../../engine/sources/disk-space.ts'
import { tidyRetention, tidyRetentionCron } from '../accounts/retention/tidy-retention.ts'
import type { Queue } from '../queue/queue.ts'
import { abandonScan } from '../scans/abandon-scan.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'
import { tidyFileResults } from '../scans/file-results.ts'
import { refreshAdvisories, refreshCron } from '../scans/advisories/refresh-advisories.ts'
import type { WorkerStores } from '../scans/process/answer-call.ts'
import { runScan, type RunScanContext } from '../scans/run-scan.ts'
import { createStallContext } from '../scans/stalls/suspicion.ts'
import type { SourceScanner } from '../../engine/scanner/source-scanner.ts'
import type { WatchedScans } from '../scans/stalls/watched-scans.ts'
import { refillTickets } from '../scans/tickets.ts'
import { tidyScans, tidyScansCron } from '../scans/tidy-scans.ts'

/** Process that runs jobs. `stopping` aborts when the service stops. */
interface JobProcess {
  readonly app: App
  readonly queue: Queue
  readonly stopping: AbortSignal
}

/** What the jobs for scans need, in addition to what every process has. */
export interface ScanJobs {
  readonly announceScanEnd: AnnounceScanEnd
  readonly diskRoom: DiskSpace
  readonly watchedScans: WatchedScans
  /** Opens the scanner, which uses the stores of this worker. */
  readonly openScanner: (stores: WorkerStores) => SourceScanner
  readonly githubLimits: GitHubLimits
}

/**
 * Starts the scan, advisory, and retention jobs, and requests the advisory syncs that are due. Jobs that follow feeds
 * end immediately when the service stops, and continue after the next start.
 */
export async function startScanJobs(app: App, queue: Queue, stopping: AbortSignal, scans: ScanJobs): Promise<void> {
  const process: JobProcess = { app, queue, stopping }
  const { db } = app.database
  const requestSync = (ecosystem: Ecosystem) => queue.enqueue(db, 'sync-advisories', { ecosystem }, { key: ecosystem })
  const scanContext = {
    db,
    queue,
    stalls: createStallContext(db, scans.watchedScans),
    scansAtOnce: app.config.scansAtOnce,
    announceScanEnd: scans.announceScanEnd,
    onStage: (scan: ScanRow, isFirst: boolean) => publishChecksOfScan({ db, queue }, scan, isFirst),
    log: app.log,
    scanner: scans.openScanner({
      advisories: advisoryServiceOf(app, requestSync),
      fileResults: fileResultsOf(app),
      serverNames: serverNamesOf(app),
    }),
    resolves: app.config.resolves,
    reachability: app.config.reachability,
    resolvesPrivate: async (accountId: string) => {
      const account = await findAccount(db, accountId)
      return account !== undefined && resolvesPrivateSources(account, app.config.accountsResolvingPrivate)
    },
    advisoryGenerations: () => advisoryGenerations(advisoryFeedsOf(app)),
    ...repositoryCredentialOf(app, scans.githubLimits),
  }
  await runScans(queue, scanContext, scans.diskRoom)
  await syncAdvisories(process, requestSync)
  await syncExploitationFeeds(process)
  await scheduleUpkeep(process)
  await refillTickets(scanContext, app.config.scansAtOnce.ofAll)
  if (isExploitationSyncDue(await findExploitationFeeds(db), new Date()))
    await queue.enqueue(db, 'sync-exploitation', {}, { key: 'all' })
}

/** Starts to run scans. Scans stay in the queue until this worker or another one has enough disk space. */
async function runScans(queue: Queue, scanContext: RunScanContext, diskRoom: DiskSpace): Promise<void> {
  await queue.work('run-scan', (payload, attempt) => runScan(scanContext, payload, attempt), {
    mayFetch: async () => (await diskRoom.look()).status === 'enough',
  })
  await queue.work('abandon-scan', (payload, attempt) => abandonScan(scanContext, payload, attempt))
}

async function syncAdvisories(
  { app, queue, stopping }: JobProcess,
  requestSync: (ecosystem: Ecosystem) => Promise<void>,
): Promise<void> {
  const { db } = app.database
  await queue.work('sync-advisories', async ({ ecosystem }, { signal }) => {
    await syncEcosystem(advisorySyncOf(app), ecosystem, { signal: AbortSignal.any([signal, stopping]) })
    await queue.enqueue(db, 'rematch-advisories', {}, { key: 'all' })
  })
  await queue.work('refresh-advisories', ({ atOnce }, { signal }) =>
    refreshAdvisories(advisoryFeedsOf(app), { requestSync, signal: AbortSignal.any([signal, stopping]), atOnce }),
  )
  await queue.schedule('refresh-advisories', refreshCron(await installationSeed(app)), { atOnce: false }, 'all')
  await queue.enqueue(db, 'refresh-advisories', { atOnce: true }, { key: 'all' })
}

async function syncExploitationFeeds({ app, queue, stopping }: JobProcess): Promise<void> {
  const { db } = app.database
  await queue.work('sync-exploitation', async (_payload, { signal }) => {
    await syncExploitation(exploitationSyncOf(app), AbortSignal.any([signal, stopping]))
    await queue.enqueue(db, 'rematch-advisories', {}, { key: 'all' })
  })
  await queue.schedule('sync-exploitation', exploitationCron(await installationSeed(app)), {}, 'all')
}

/** Returns a value that spreads different installations' schedules over the hour. */
async function installationSeed({ database: { db } }: App): Promise<Buffer> {
  return (await findMasterKeyCheck(db)) ?? Buffer.of()
}

async function scheduleUpkeep({ app, queue, stopping }: JobProcess): Promise<void> {
  const { db } = app.database
  await queue.work('tidy-accounts', () => tidyAccounts(db, new Date()))
  await queue.schedule('tidy-accounts', tidyCron, {}, 'all')
  await queue.work('tidy-scans', async () => {
    await tidyScans(db)
    await tidyFileResults(db, new Date())
  })
  await queue.schedule('tidy-scans', tidyScansCron, {}, 'all')
  await queue.work('tidy-retention', async (_payload, { signal }) => {
    app.log.info(await tidyRetention(db, new Date(), AbortSignal.any([signal, stopping])), 'expired records removed')
  })
  await queue.schedule('tidy-retention', tidyRetentionCron, {}, 'all')
}

/**
 * Returns the credentials for reading accounts' private repositories: tokens of the GitHub App, if it is configured.
 */
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

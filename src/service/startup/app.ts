import type { Logger } from 'pino'
import { type MasterKey, readSecret } from '../accounts/master-key.ts'
import { openMasterKey } from '../accounts/open-master-key.ts'
import type { ExploitationSync } from '../scans/advisories/exploitation/sync-exploitation.ts'
import { type AdvisoryMatcher, createAdvisoryMatcher } from '../scans/advisories/match.ts'
import type { AdvisoryFeeds } from '../scans/advisories/state.ts'
import type { AdvisorySync } from '../scans/advisories/sync/sync-context.ts'
import { unreadableAdvisories } from '../scans/advisories/unreadable-advisories.ts'
import type { BackupContext } from '../operations/backup/backup-context.ts'
import { upstreamsOf } from '../../settings/upstreams.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Config } from '../../settings/settings.ts'
import { makeDataFolder } from '../../settings/data-folder.ts'
import { type DatabaseClient, openDatabase } from '../db/client.ts'
import { archivingSettings } from '../db/embedded/archiving.ts'
import { hasCluster, openCluster } from '../db/embedded/cluster.ts'
import type { DatabaseSetting } from '../db/hosts/primary-locator.ts'
import { migrateDatabase } from '../db/migrate.ts'
import type { Pooling } from '../db/find-pooling.ts'
import { checkDatabaseUrls, connectionProblem } from './check-database-urls.ts'
import { popularNames } from '../db/registry/popular-names.ts'
import { separateTasks } from '../../engine/analysis/separate-tasks.ts'
import { snapshotModules } from '../../engine/analysis/snapshot-modules.ts'
import { createIsolationPool } from '../../engine/isolation/isolation-pool.ts'
import type { IsolationPool } from '../../engine/isolation/isolation.ts'
import type { Ecosystem } from '../../engine/model/component.ts'
import { popularNameLimits } from '../../engine/scanner/popular-name-limits.ts'
import { type AddressGuard, createAddressGuard } from '../../engine/net/address-guard.ts'
import { type AddressPolicy, createAddressPolicy } from '../../engine/net/address-policy.ts'
import { createGuardedConnect } from '../../engine/net/connections.ts'
import { createNetwork } from '../../engine/net/http-network.ts'
import type { Network } from '../../engine/net/network.ts'
import { type CratesIndex, createCratesIndex } from '../../engine/sources/package-registries/crates-index.ts'
import {
  createMavenRepository,
  type MavenRepository,
} from '../../engine/sources/package-registries/maven-repository.ts'
import { createNpmRegistry, type NpmRegistry } from '../../engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex, type PypiIndex } from '../../engine/sources/package-registries/pypi-index.ts'
import { createSigstoreTrust, type SigstoreTrust } from '../../engine/sources/package-registries/sigstore-trust.ts'
import { awaitAdvisories } from '../scans/advisories/await-advisories.ts'
import type { AdvisoryStore } from '../../engine/advisories/advisory-store.ts'
import { createFileResults, createShownResults } from '../scans/file-results.ts'
import type { ResultCache } from '../../engine/scanner/result-cache.ts'
import { keepNames, type ServerNamesOf } from '../../engine/scanner/names-in-use.ts'
import type { SourceReach } from '../../engine/sources/source.ts'
import { requirePatches } from './require-patches.ts'
import { scanFoldersOf } from './scan-folders.ts'
import { removeAbandonedFolders } from '../../engine/sources/temporary-folder.ts'

/** Connected components needed by every process of an installation. */
export interface App extends AsyncDisposable {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  /** How this URL leads to the database server. */
  readonly pooling: Pooling
  /** Undefined if backups are disabled. */
  readonly backup: BackupContext | undefined
  readonly database: DatabaseClient
  readonly masterKey: MasterKey
  readonly network: Network
  readonly addressGuard: AddressGuard
  readonly addressPolicy: AddressPolicy
  /** Trusted keys for verifying signatures. */
  readonly sigstoreTrust: SigstoreTrust
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
  readonly advisoryMatcher: AdvisoryMatcher
  /** Child processes for parsers that may crash. */
  readonly isolation: IsolationPool
}

/**
 * Opens the database, migrates it, and connects the components that use it.
 *
 * @param onStage Called with each step, for display.
 */
export async function openApp(config: Config, log: Logger, onStage: (stage: string) => void): Promise<App> {
  requirePatches()
  makeDataFolder(config.dataDir)
  await removeAbandonedFolders(config.dataDir)
  await removeAbandonedFolders(scanFoldersOf(config).ownFolder)
  await using stack = new AsyncDisposableStack()
  onStage(databaseStage(config))
  const cluster =
    config.databaseUrl === undefined
      ? stack.use(
          await openCluster({
            dataDir: config.dataDir,
            onNotice: (notice) => log.warn(notice),
            ...(config.backup && { settings: archivingSettings }),
          }),
        )
      : undefined
  const databaseUrl = config.databaseUrl ?? cluster?.url ?? ''
  onStage('Updating the database schema')
  const pooling =
    config.databaseUrl === undefined ? 'none' : await checkDatabaseUrls(config.databaseUrl, config.directUrl)
  const { directUrl } = config
  const setting = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  await migrateDatabase(directUrl ?? databaseUrl, setting).catch((error: unknown) => {
    throw config.databaseUrl === undefined
      ? error
      : connectionProblem(setting, 'connect to this database or update its schema', error)
  })
  const database = stack.use(
    openDatabase(databaseUrl, { maxConnections: config.pools.database, applicationName: 'assay', directUrl }),
  )
  const masterKey = await openMasterKey(database.db, {
    configured: config.secret,
    dataDir: config.dataDir,
    peppers: config.keyPeppers,
  })
  if (!masterKey) throw new ConfigError([wrongMasterKey(config)])
  const network = stack.use(createNetwork({ allowedNetworks: config.allowedNetworks, upstreams: upstreamsOf(config) }))
  const sigstoreTrust = createSigstoreTrust({ network, url: config.sigstoreTrustUrl, temporaryFolder: config.dataDir })
  const tasks = new URL('../../engine/analysis/tasks.ts', import.meta.url)
  const isolation = stack.use(createIsolationPool({ tasks, log, separateTasks, snapshots: snapshotModules }))
  const opened = stack.move()
  return {
    config,
    log,
    databaseUrl,
    pooling,
    // A backup ends with its session.
    backup: backupOf(config, cluster?.dataFolder, directUrl ?? databaseUrl, setting),
    database,
    masterKey,
    network,
    addressGuard: createAddressGuard({ allowedNetworks: config.allowedNetworks }),
    addressPolicy: createAddressPolicy(config.allowedNetworks),
    sigstoreTrust,
    npmRegistry: createNpmRegistry({
      network,
      registry: config.npmRegistry,
      byScope: config.npmRegistryByScope,
      publicRegistry: config.publicNpmRegistry,
      trust: sigstoreTrust,
    }),
    pypiIndex: createPypiIndex({
      network,
      index: config.pypiIndex,
      fileOrigins: [config.publicPypiFiles],
      trust: sigstoreTrust,
    }),
    cratesIndex: createCratesIndex({ network, index: config.cratesIndex }),
    mavenRepository: createMavenRepository({
      network,
      repository: config.mavenRepository,
      privateGroups: config.privateMavenGroups,
    }),
    advisoryMatcher: createAdvisoryMatcher({ database, bases: config.osvBases }),
    isolation,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function databaseStage({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== undefined) return 'Connecting to the database'
  return hasCluster(dataDir) ? 'Starting the database' : `First start: creating the database in ${dataDir}`
}

function backupOf(
  { backup, secret, dataDir }: Config,
  embedded: string | undefined,
  databaseUrl: string,
  databaseSetting: DatabaseSetting,
): BackupContext | undefined {
  const clusterFolder = embedded ?? backup?.clusterFolder
  return backup && clusterFolder !== undefined
    ? { ...backup, clusterFolder, databaseUrl, databaseSetting, secret: secret ?? readSecret(dataDir) ?? '' }
    : undefined
}

function wrongMasterKey({ secret, dataDir }: Config): string {
  return secret === undefined
    ? `ASSAY_SECRET: The file ${dataDir}/secret is missing, or does not contain the secret that this database was ` +
        'created with. Restore the file from your backup.'
    : 'ASSAY_SECRET: The value is not the secret that this database was created with. Set that secret. Without it, ' +
        'all API keys are invalid and stored secrets cannot be decrypted.'
}

export function sourceReachOf(app: App): SourceReach {
  const { npmRegistry, pypiIndex, mavenRepository, cratesIndex, addressGuard, isolation, config } = app
  return {
    npmRegistry,
    pypiIndex,
    mavenRepository,
    isolation,
    cratesIndex,
    git: {
      connect: createGuardedConnect(addressGuard),
      temporaryFolder: config.dataDir,
      requiresFileRules: config.sandboxDemand === 'on',
      ...(config.githubApp && { githubHost: config.githubApp.host }),
    },
  }
}

/** Returns the cache of file results for this installation's scans. */
export function fileResultsOf({ database, masterKey }: App): ResultCache {
  return createFileResults({ db: database.db, key: masterKey.derive('file-results') })
}

/** Returns the same cache for responses, without marking results as used. */
export function shownResultsOf({ database, masterKey }: App): ResultCache {
  return createShownResults({ db: database.db, key: masterKey.derive('file-results') })
}

/** Returns a function that lists the registry's most popular packages, to detect similar names. */
export function serverNamesOf({ database }: App): ServerNamesOf {
  return keepNames((ecosystem) =>
    popularNames(database.db, ecosystem === 'npm' ? 'npm' : 'pypi', popularNameLimits.maxNames),
  )
}

export function advisoryFeedsOf({ database, config }: App): AdvisoryFeeds {
  return { database, bases: config.osvBases }
}

export function advisorySyncOf({ database, network, config, log }: App): AdvisorySync {
  return { database, network, bases: config.osvBases, log, temporaryFolder: config.dataDir }
}

/** Returns the dependencies for syncing KEV and EPSS. */
export function exploitationSyncOf({ database, network, config, log }: App): ExploitationSync {
  return {
    database,
    network,
    addresses: { kev: config.kevUrl, epss: config.epssUrl },
    log,
    temporaryFolder: config.dataDir,
  }
}

/** Returns the advisory store for scans. Calls `requestSync` for ecosystems that were never synced. */
export function advisoryServiceOf(app: App, requestSync: (ecosystem: Ecosystem) => Promise<void>): AdvisoryStore {
  return {
    ready: (ecosystem, signal) => awaitAdvisories(advisoryFeedsOf(app), ecosystem, { requestSync, signal }),
    match: (components) => app.advisoryMatcher.match(components),
    unreadable: (components) => unreadableAdvisories(advisoryFeedsOf(app), components),
  }
}

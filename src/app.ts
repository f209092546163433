import type { Logger } from 'pino'
import type { MasterKey } from './accounts/master-key.ts'
import { openMasterKey } from './accounts/open-master-key.ts'
import { type AdvisoryMatcher, createAdvisoryMatcher } from './advisories/match.ts'
import type { AdvisorySync } from './advisories/sync-context.ts'
import { type Config, ConfigError } from './config.ts'
import { makeDataFolder } from './data-folder.ts'
import { type DatabaseClient, openDatabase } from './db/client.ts'
import { openCluster } from './db/embedded/cluster.ts'
import { migrateDatabase } from './db/migrate.ts'
import { errorText } from './db/query-error.ts'
import type { Ecosystem } from './model/component.ts'
import { type AddressPolicy, createAddressPolicy } from './net/address-policy.ts'
import { createNetwork } from './net/http-network.ts'
import type { Network } from './net/network.ts'
import { createNpmRegistry, type NpmRegistry } from './package-registries/npm-registry.ts'
import { awaitAdvisories } from './scan/await-advisories.ts'
import type { AdvisoryService } from './scan/consult-advisories.ts'

/** The parts of an installation that every process needs, opened and connected. */
export interface App extends AsyncDisposable {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  readonly database: DatabaseClient
  readonly masterKey: MasterKey
  readonly network: Network
  readonly addressPolicy: AddressPolicy
  readonly npmRegistry: NpmRegistry
  readonly advisoryMatcher: AdvisoryMatcher
}

/** Opens the database, brings it up to date, and connects what stands on it. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  makeDataFolder(config.dataDir)
  await using stack = new AsyncDisposableStack()
  const databaseUrl = config.databaseUrl ?? stack.use(await openCluster({ dataDir: config.dataDir, onNotice: (notice) => log.warn(notice) })).url
  await migrateDatabase(databaseUrl).catch((error: unknown) => {
    throw config.databaseUrl === undefined ? error : new ConfigError([`DATABASE_URL: should name a database that can be reached and changed: ${errorText(error)}`])
  })
  const database = stack.use(openDatabase(databaseUrl, { maxConnections: 10, applicationName: 'assay' }))
  const masterKey = await openMasterKey(database.db, { configured: config.secret, dataDir: config.dataDir })
  if (!masterKey) throw new ConfigError([wrongMasterKey(config)])
  const network = stack.use(createNetwork({ allowedNetworks: config.allowedNetworks }))
  const opened = stack.move()
  return {
    config,
    log,
    databaseUrl,
    database,
    masterKey,
    network,
    addressPolicy: createAddressPolicy(config.allowedNetworks),
    npmRegistry: createNpmRegistry({ network, registry: config.npmRegistry, publicRegistry: config.publicNpmRegistry }),
    advisoryMatcher: createAdvisoryMatcher({ database, bases: config.osvBases }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function wrongMasterKey({ secret, dataDir }: Config): string {
  return secret === undefined
    ? `ASSAY_SECRET: should be what this database was made with; the file ${dataDir}/secret that held it is gone or another one. Restore it from your backup`
    : 'ASSAY_SECRET: should be what this database was made with, and is another one; with it no API key would be known and no stored secret could be read'
}

/** What syncing advisories needs, from what the app has. */
export function advisorySyncOf({ database, network, config, log }: App): AdvisorySync {
  return { database, network, bases: config.osvBases, log, temporaryFolder: config.dataDir }
}

/** The advisories as scans ask for them; `requestSync` is called when an ecosystem was never synced. */
export function advisoryServiceOf({ database, config, advisoryMatcher }: App, requestSync: (ecosystem: Ecosystem) => Promise<void>): AdvisoryService {
  return {
    ready: (ecosystem, signal) => awaitAdvisories({ database, bases: config.osvBases }, ecosystem, { requestSync, signal }),
    match: (components) => advisoryMatcher.match(components),
  }
}

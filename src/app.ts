import { type MasterKey, masterKeyFrom, readOrCreateSecret } from './accounts/master-key.ts'
import type { Config } from './config.ts'
import { type DatabaseClient, openDatabase } from './db/client.ts'
import { openCluster } from './db/embedded/cluster.ts'
import { migrateDatabase } from './db/migrate.ts'
import { type AddressPolicy, createAddressPolicy } from './net/address-policy.ts'
import { createNetwork } from './net/http-network.ts'
import type { Network } from './net/network.ts'
import { createNpmRegistry, type NpmRegistry } from './package-registries/npm-registry.ts'
import type { Logger } from 'pino'

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
}

/** Opens the database, brings it up to date, and connects what stands on it. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  await using stack = new AsyncDisposableStack()
  const databaseUrl = config.databaseUrl ?? stack.use(await openCluster({ dataDir: config.dataDir, onNotice: (notice) => log.warn(notice) })).url
  await migrateDatabase(databaseUrl)
  const database = stack.use(openDatabase(databaseUrl, { maxConnections: 10, applicationName: 'assay' }))
  const network = stack.use(createNetwork({ allowedNetworks: config.allowedNetworks }))
  const opened = stack.move()
  return {
    config,
    log,
    databaseUrl,
    database,
    masterKey: masterKeyFrom(config.secret ?? readOrCreateSecret(config.dataDir)),
    network,
    addressPolicy: createAddressPolicy(config.allowedNetworks),
    npmRegistry: createNpmRegistry({ network, registry: config.npmRegistry }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

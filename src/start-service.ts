import { createLocalAccount } from './accounts/local-account.ts'
import { syncEcosystem } from './advisories/sync.ts'
import { advisoryState } from './advisories/state.ts'
import { advisoryServiceOf, advisorySyncOf, type App } from './app.ts'
import type { Roles } from './cli/command.ts'
import { Ecosystem } from './model/component.ts'
import { openQueue, type Queue } from './queue/queue.ts'
import { abandonScan } from './scan/abandon-scan.ts'
import { isSyncDue } from './scan/await-advisories.ts'
import { runScan } from './scan/run-scan.ts'
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
  const server = roles.web ? stack.use(await startWebServer({ db, queue, masterKey: app.masterKey, addressPolicy: app.addressPolicy, log: app.log }, app.config)) : undefined
  if (roles.worker) await startWork(app, queue)
  // Last, so that nothing can fail between making the secrets and showing them.
  const firstSecrets = await createLocalAccount({ db, masterKey: app.masterKey })
  const running = stack.move()
  return { address: server?.address, isOpenToNetwork: server?.isOpenToNetwork ?? false, firstSecrets, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Takes up every job, and makes sure that advisories are synced now if need be, and daily. */
async function startWork(app: App, queue: Queue): Promise<void> {
  const { db } = app.database
  const requestSync = (ecosystem: Ecosystem) => queue.enqueue(db, 'sync-advisories', { ecosystem }, { key: ecosystem })
  const scanContext = { db, log: app.log, npmRegistry: app.npmRegistry, advisories: advisoryServiceOf(app, requestSync) }

  await queue.work('run-scan', (payload, attempt) => runScan(scanContext, payload, attempt))
  await queue.work('abandon-scan', (payload, attempt) => abandonScan(scanContext, payload, attempt))
  await queue.work('sync-advisories', async ({ ecosystem }, { signal }) => {
    await syncEcosystem(advisorySyncOf(app), ecosystem, { signal })
  })
  for (const ecosystem of Ecosystem.options) {
    await queue.schedule('sync-advisories', '17 3 * * *', { ecosystem }, ecosystem)
    if (isSyncDue(await advisoryState({ database: app.database, bases: app.config.osvBases }, ecosystem), new Date())) await requestSync(ecosystem)
  }
}

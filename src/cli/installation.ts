import { advisoryState } from '../service/scans/advisories/state.ts'
import { syncEcosystem } from '../service/scans/advisories/sync/sync-ecosystem.ts'
import {
  type App,
  advisoryServiceOf,
  advisorySyncOf,
  fileResultsOf,
  operatorNpmRegistryOf,
  serverNamesOf,
  sourceReachOf,
} from '../service/startup/app.ts'
import type { Installation } from './command.ts'
import type { Progress } from './progress-line.ts'
import type { Ecosystem } from '../engine/model/component.ts'
import { servedAddress } from '../engine/net/served-address.ts'
import { isSyncDue } from '../engine/advisories/sync/advisory-readiness.ts'
import type { SourceReach } from '../engine/sources/source.ts'

/**
 * Returns the app without queue and server, for commands. This process syncs advisories itself when a scan needs them.
 */
export function openInstallation(
  app: App,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: Progress },
): Installation {
  const advisorySync = advisorySyncOf(app)
  const syncNow = async (ecosystem: Ecosystem) => {
    const stage = `Importing ${ecosystem} advisories`
    progress.show(stage)
    const onProgress = ({ records }: { records: number }) =>
      progress.show(stage, `${records.toLocaleString('en')} records`)
    await syncEcosystem(advisorySync, ecosystem, { signal, onProgress })
    progress.clear()
  }
  // A scan needs several ecosystems at the same time. Syncing one after the other takes less memory.
  let lastSync: Promise<unknown> = Promise.resolve()
  const syncInTurn = (ecosystem: Ecosystem) => {
    const sync = lastSync.then(() => syncNow(ecosystem))
    lastSync = sync.catch(() => {})
    return sync
  }
  // `service.ready` starts the first sync of an ecosystem. Starting it here too would try a broken feed twice.
  const refresh = async (ecosystem: Ecosystem) => {
    const state = await advisoryState(advisorySync, ecosystem)
    if (state.complete && isSyncDue(state, new Date())) await syncInTurn(ecosystem)
  }
  const service = advisoryServiceOf(app, syncInTurn)
  // The operator calls commands, so they use npm's own files and credentials, which the service never reads.
  let reach: SourceReach | undefined
  return {
    db: app.database.db,
    masterKey: app.masterKey,
    advisorySync,
    backup: app.backup,
    publicUrl: app.config.publicUrl ?? servedAddress(app.config.host, app.config.port),
    isGitHubApp: app.config.githubApp !== undefined,
    scanContext: {
      isolation: app.isolation,
      log: app.log,
      fileResults: fileResultsOf(app),
      serverNames: serverNamesOf(app),
      get sources() {
        return (reach ??= { ...sourceReachOf(app), npmRegistry: operatorNpmRegistryOf(app) })
      },
      advisories: {
        match: service.match,
        unreadable: service.unreadable,
        ready: async (ecosystem, scanSignal) => {
          await refresh(ecosystem)
          return service.ready(ecosystem, scanSignal)
        },
      },
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

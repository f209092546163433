import { advisoryState } from './advisories/state.ts'
import { syncEcosystem } from './advisories/sync.ts'
import { type App, advisoryServiceOf, advisorySyncOf } from './app.ts'
import type { Installation } from './cli/command.ts'
import { progressLine } from './cli/progress-line.ts'
import type { Ecosystem } from './model/component.ts'
import { isSyncDue } from './scan/await-advisories.ts'

/** What commands work on: the app without queue and server; advisories are synced here and now when a scan needs them. */
export function openInstallation(app: App, signal: AbortSignal): Installation {
  const advisorySync = advisorySyncOf(app)
  const syncNow = async (ecosystem: Ecosystem) => {
    const progress = progressLine(process.stderr)
    const onProgress = ({ records }: { records: number }) => progress.say(`importing ${ecosystem} advisories: ${records.toLocaleString('en')}`)
    await syncEcosystem(advisorySync, ecosystem, { signal, onProgress })
    progress.clear()
  }
  /** The first sync is asked for by whoever waits for it: trying here too would try a broken feed twice. */
  const refresh = async (ecosystem: Ecosystem) => {
    const state = await advisoryState(advisorySync, ecosystem)
    if (state.complete && isSyncDue(state, new Date())) await syncNow(ecosystem)
  }
  const service = advisoryServiceOf(app, syncNow)
  return {
    db: app.database.db,
    masterKey: app.masterKey,
    advisorySync,
    examine: {
      npmRegistry: app.npmRegistry,
      advisories: {
        match: service.match,
        ready: async (ecosystem, scanSignal) => {
          await refresh(ecosystem)
          return service.ready(ecosystem, scanSignal)
        },
      },
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

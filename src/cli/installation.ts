import { type App, advisorySyncOf, fileResultsOf } from '../service/startup/app.ts'
import type { Installation } from './command.ts'
import { servedAddress } from '../engine/net/served-address.ts'

/** Wraps the app for commands, which need neither queue nor server. */
export function openInstallation(app: App): Installation {
  return {
    db: app.database.db,
    masterKey: app.masterKey,
    advisorySync: advisorySyncOf(app),
    fileResults: fileResultsOf(app),
    network: app.network,
    log: app.log,
    mcpRegistry: app.config.mcpRegistry,
    isDatabaseEmbedded: app.config.databaseUrl === undefined,
    backup: app.backup,
    publicUrl: app.config.publicUrl ?? servedAddress(app.config.host, app.config.port),
    isGitHubApp: app.config.githubApp !== undefined,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

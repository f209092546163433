import { revisionOf, type SourceScanner } from '../../engine/scanner/source-scanner.ts'
import { upstreamsOf } from '../../engine/scanner/open-engine.ts'
import { resolveSource } from '../../engine/sources/fetch-source.ts'
import { createRemoteScanner } from '../scans/process/remote-scanner.ts'
import type { WorkerStores } from '../scans/process/answer-call.ts'
import type { StallWatch } from '../scans/stalls/watched-scans.ts'
import type { Config } from '../../settings/settings.ts'
import type { FetcherSettings } from '../scans/process/fetcher/fetcher-messages.ts'
import type { ProcessSettings } from '../scans/process/messages.ts'
import { type App, sourceReachOf } from './app.ts'
import type { ScanIsolation } from './isolation-of-scans.ts'
import { scanFoldersOf } from './scan-folders.ts'

/** Returns the scanner of this worker, which runs in other processes. */
export function scannerOfWorker(
  app: App,
  { isScanProcessConfined: isConfined }: Pick<ScanIsolation, 'isScanProcessConfined'>,
  { stores, stalls }: { readonly stores: WorkerStores; readonly stalls: StallWatch },
): SourceScanner & AsyncDisposable {
  const { config, log } = app
  const folders = scanFoldersOf(config)
  const sources = sourceReachOf(app)
  return createRemoteScanner({
    settings: processSettingsOf(config),
    fetcherSettings: fetcherSettingsOf(config),
    stores,
    maxScans: config.scansPerProcess,
    log,
    start: { folders, environment: config.scanEnvironment, isConfined },
    redirectOf: async (target, { credentialFor, signal }) => {
      const git = { ...sources.git, ...(credentialFor && { accessFor: credentialFor }) }
      return revisionOf(await resolveSource({ ...sources, git, signal }, target)).canonicalUrl
    },
    watchStalls: (pid, end, scans) => stalls.watch(pid, end, scans),
    sources,
  })
}

function processSettingsOf(config: Config): Omit<ProcessSettings, 'temporaryFolder'> {
  return {
    registries: {
      npm: config.npmRegistry,
      npmByScope: [...config.npmRegistryByScope],
      publicNpm: config.publicNpmRegistry,
      pypi: config.pypiIndex,
      pypiFiles: config.publicPypiFiles,
      maven: config.mavenRepository,
      crates: config.cratesIndex,
      privateMavenGroups: [...config.privateMavenGroups],
      sigstoreTrust: config.sigstoreTrustUrl,
    },
    resolves: config.resolves,
    requiresFileRules: config.sandboxDemand === 'on',
    ...(config.githubApp && { githubHost: config.githubApp.host }),
  }
}

/** The operator's GitHub is an upstream, like the registries. */
function fetcherSettingsOf(config: Config): FetcherSettings {
  const registries = upstreamsOf({
    npm: config.npmRegistry,
    npmByScope: config.npmRegistryByScope,
    publicNpm: config.publicNpmRegistry,
    pypi: config.pypiIndex,
    pypiFiles: config.publicPypiFiles,
    maven: config.mavenRepository,
    crates: config.cratesIndex,
    sigstoreTrust: config.sigstoreTrustUrl,
  })
  return {
    upstreams: [...registries, ...(config.githubApp ? [`https://${config.githubApp.host}`] : [])],
    allowedNetworks: config.allowedNetworks,
  }
}

import { join } from 'node:path'
import { openFileAdvisories } from '../engine/advisories/file-store/file-advisory-store.ts'
import { findAdvisory } from '../engine/advisories/file-store/find-advisory.ts'
import { openEngine } from '../engine/scanner/open-engine.ts'
import { openFolderReports } from '../engine/scanner/file-reports/folder-reports.ts'
import { openFileReports } from '../engine/scanner/file-reports/file-reports.ts'
import { openFileResults } from '../engine/scanner/file-results/file-results.ts'
import { trustedCacheFolder } from '../settings/cache-folder.ts'
import { readOperatorNpm } from '../settings/config.ts'
import type { Config } from '../settings/settings.ts'
import type { Scanner, ScannerOptions, Terminal } from './command.ts'
import { commandLog } from './command-log.ts'
import { advisoryFolder, openFeedAccess } from './local-advisories.ts'
import { groupedDigits } from '../engine/model/grouped-digits.ts'

/**
 * Opens the engine with the configured settings. Needs no database, because advisories and file results are in the
 * cache folder. Throws ConfigError if the cache folder cannot be trusted.
 */
export function openLocalScanner(
  config: Config,
  {
    terminal,
    signal,
    progress,
    isOffline,
    ignoresCache = false,
    scannedFolders,
    areTargetsLocal = false,
  }: ScannerOptions & { readonly terminal: Terminal; readonly signal: AbortSignal },
): Scanner {
  const cacheFolder = trustedCacheFolder(config.cacheDir, scannedFolders)
  const npm = readOperatorNpm(config)
  const log = commandLog(config.logLevel, terminal.err)
  const advisories = openFileAdvisories({
    folder: advisoryFolder(config),
    bases: config.osvBases,
    ...(!isOffline && {
      sync: {
        openAccess: () => openFeedAccess(config),
        log,
        signal,
        onSync: (ecosystem) => (ecosystem ? progress.show(stageOf(ecosystem)) : progress.clear()),
        onProgress: ({ ecosystem, records }) => progress.show(stageOf(ecosystem), `${groupedDigits(records)} records`),
      },
    }),
  })
  const results = openFileResults({ folder: join(cacheFolder, 'results'), log })
  const scanContext = openEngine({
    registries: {
      npm: npm.registry,
      npmByScope: npm.byScope,
      publicNpm: config.publicNpmRegistry,
      pypi: config.pypiIndex,
      pypiFiles: config.publicPypiFiles,
      maven: config.mavenRepository,
      crates: config.cratesIndex,
      privateMavenGroups: config.privateMavenGroups,
      sigstoreTrust: config.sigstoreTrustUrl,
    },
    npmCredentials: npm.credentials,
    allowedNetworks: config.allowedNetworks,
    isOffline,
    resolves: config.resolves,
    sharesManifestReaders: areTargetsLocal,
    advisories,
    ...(!ignoresCache && { results }),
    childFolder: join(cacheFolder, 'children'),
    log,
  })
  return {
    scanContext,
    reports: openFileReports({
      folder: join(cacheFolder, 'reports'),
      registries: [npm.registry, ...[...npm.byScope].flat(), config.pypiIndex],
      log,
    }),
    folderReports: ignoresCache
      ? undefined
      : openFolderReports({
          folder: join(cacheFolder, 'reports'),
          settings: [
            config.osvBases,
            isOffline,
            npm.registry,
            [...npm.byScope],
            config.publicNpmRegistry,
            config.pypiIndex,
            config.publicPypiFiles,
            config.mavenRepository,
            config.cratesIndex,
            [...config.privateMavenGroups],
          ],
          log,
        }),
    openStoredAdvisories: () => openFileAdvisories({ folder: advisoryFolder(config), bases: config.osvBases }),
    findAdvisory: (id) => findAdvisory(advisoryFolder(config), config.osvBases, id),
    async [Symbol.asyncDispose]() {
      try {
        await scanContext[Symbol.asyncDispose]()
      } finally {
        results[Symbol.dispose]()
        advisories[Symbol.dispose]()
      }
    },
  }
}

const stageOf = (ecosystem: string) => `Importing ${ecosystem} advisories`

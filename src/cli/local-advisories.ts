import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FeedAccess } from '../engine/advisories/feed/feed-file.ts'
import { readState } from '../engine/advisories/file-store/feed-files.ts'
import { fileFeedStore } from '../engine/advisories/file-store/file-feed-store.ts'
import type { FeedState } from '../engine/advisories/sync/feed-store.ts'
import type { SyncOptions } from '../engine/advisories/sync/sync-context.ts'
import type { FeedSync } from '../engine/advisories/sync/sync-feed.ts'
import { syncFeeds } from '../engine/advisories/sync/sync-feeds.ts'
import type { Ecosystem } from '../engine/model/component.ts'
import { createNetworkOnDemand } from '../engine/net/network-on-demand.ts'
import { trustedCacheFolder } from '../settings/cache-folder.ts'
import type { LocalAdvisorySettings } from '../settings/settings.ts'
import type { Terminal } from './command.ts'
import { commandLog } from './command-log.ts'

/** Returns the CLI's advisory folder. Throws ConfigError if the folder cannot be trusted. */
export function advisoryFolder({ cacheDir }: Pick<LocalAdvisorySettings, 'cacheDir'>): string {
  return join(trustedCacheFolder(cacheDir), 'advisories')
}

/** Opens the resources for a feed sync: a network that can reach the feed hosts, and a download folder. */
export function openFeedAccess({
  cacheDir,
  allowedNetworks,
  osvBases,
}: LocalAdvisorySettings): FeedAccess & AsyncDisposable {
  const temporaryFolder = join(trustedCacheFolder(cacheDir), 'downloads')
  mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 })
  const network = createNetworkOnDemand({ allowedNetworks, upstreams: osvBases })
  return { network, temporaryFolder, [Symbol.asyncDispose]: () => network[Symbol.asyncDispose]() }
}

/** Opens the feeds and the cache folder. `one` syncs the advisories of one ecosystem. Disposal closes the network. */
export function openFileSync(settings: LocalAdvisorySettings, terminal: Pick<Terminal, 'err'>) {
  const folder = advisoryFolder(settings)
  const bases = settings.osvBases
  const access = openFeedAccess(settings)
  const context = { ...access, bases, store: fileFeedStore(folder), log: commandLog(settings.logLevel, terminal.err) }
  return {
    async one(
      ecosystem: Ecosystem,
      options: SyncOptions,
    ): Promise<{ readonly feeds: readonly FeedSync[]; readonly states: readonly FeedState[] }> {
      const { feeds } = await syncFeeds(context, ecosystem, options)
      return { feeds, states: bases.flatMap((base) => readState(folder, { base, ecosystem }) ?? []) }
    },
    [Symbol.asyncDispose]: () => access[Symbol.asyncDispose](),
  }
}

import type { FeedSync } from '../service/advisories/sync/sync-feed.ts'
import type { AdvisoryFeedRow } from '../service/db/advisories/feeds.ts'
import { Ecosystem } from '../engine/model/component.ts'
import type { SyncTableRow } from '../engine/reports/sync-table.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { progressLine } from './progress-line.ts'

export const advisoriesSync: Command = {
  usage: '[ecosystem…] [--accept-removals]',
  details: '--accept-removals also accepts an export that lacks an implausibly large part of the stored advisories.',
  takesWords: true,
  options: { 'accept-removals': { type: 'boolean' } },
  async run(runtime, { values, positionals }) {
    const ecosystems = positionals.length === 0 ? Ecosystem.options : [...new Set(positionals.map(ecosystemCalled))]
    using progress = progressLine(runtime.terminal.err)
    progress.show(`Starting Assay ${runtime.version}`)
    const loading = Promise.all([
      import('../service/advisories/sync/sync-ecosystem.ts'),
      import('../service/db/advisories/feeds.ts'),
      import('../engine/reports/sync-table.ts'),
    ])
    await using installation = await runtime.open(progress)
    const [{ syncEcosystem }, { findFeeds }, { syncTable }] = await loading
    const { advisorySync } = installation
    const rows: SyncTableRow[] = []
    const errors: string[] = []
    for (const ecosystem of ecosystems) {
      progress.show(`Syncing ${ecosystem} advisories`)
      const { feeds } = await syncEcosystem(advisorySync, ecosystem, {
        signal: runtime.signal,
        acceptRemovals: values['accept-removals'] === true,
        onProgress: ({ records }) =>
          progress.show(`Syncing ${ecosystem} advisories`, `${records.toLocaleString('en')} read`),
      })
      const stored = await findFeeds(advisorySync.database.db, advisorySync.bases, [ecosystem])
      for (const feed of feeds) {
        rows.push(
          rowOf(
            feed,
            stored.find(({ id }) => id === feed.feedId),
          ),
        )
        if (feed.outcome === 'failed') errors.push(`${ecosystem} of ${feed.base}: ${feed.error}`)
      }
    }
    progress.clear()
    runtime.terminal.out.write(syncTable(rows))
    for (const error of errors) runtime.terminal.err.write(`${error}\n`)
    return errors.length > 0 ? exitCodes.incomplete : exitCodes.ok
  },
}

/** Names of ecosystems are taken in any case. */
function ecosystemCalled(word: string): Ecosystem {
  const ecosystem = Ecosystem.options.find((name) => name.toLowerCase() === word.toLowerCase())
  if (!ecosystem) throw new UsageError(`There is no ecosystem "${word}"; there are ${Ecosystem.options.join(', ')}.`)
  return ecosystem
}

const results: Record<FeedSync['outcome'], string> = {
  imported: 'export taken',
  updated: 'changes taken',
  unchanged: 'unchanged',
  missing: 'has none',
  failed: 'not synced',
}

function rowOf(feed: FeedSync, stored: AdvisoryFeedRow | undefined): SyncTableRow {
  const changes =
    feed.outcome === 'imported' || feed.outcome === 'updated'
      ? { added: feed.added, changed: feed.changed, removed: feed.removed }
      : {}
  return {
    ecosystem: feed.ecosystem,
    base: feed.base,
    result: results[feed.outcome],
    ...changes,
    ...(stored?.syncedAt && { records: stored.records, unreadable: stored.unreadable, syncedAt: stored.syncedAt }),
    seconds: feed.durationMs / 1000,
  }
}

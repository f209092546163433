import { syncEcosystem } from '../advisories/sync/sync-ecosystem.ts'
import type { FeedSync } from '../advisories/sync/sync-feed.ts'
import { type AdvisoryFeedRow, findFeeds } from '../db/advisories-feeds.ts'
import { Ecosystem } from '../model/component.ts'
import { syncTable, type SyncTableRow } from '../reports/sync-table.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { progressLine } from './progress-line.ts'

export const advisoriesSync: Command = {
  name: 'advisories sync',
  usage: '[ecosystem…] [--accept-removals]',
  summary: 'Brings the stored advisories up to date with the feeds of OSV_URL; --accept-removals also where more of them are gone than is believed.',
  takesWords: true,
  options: { 'accept-removals': { type: 'boolean' } },
  async run(runtime, { values, positionals }) {
    const ecosystems = positionals.length === 0 ? Ecosystem.options : [...new Set(positionals.map(ecosystemCalled))]
    await using installation = await runtime.open()
    const { advisorySync } = installation
    const progress = progressLine(runtime.terminal.err)
    const rows: SyncTableRow[] = []
    const errors: string[] = []
    for (const ecosystem of ecosystems) {
      const { feeds } = await syncEcosystem(advisorySync, ecosystem, {
        signal: runtime.signal,
        acceptRemovals: values['accept-removals'] === true,
        onProgress: ({ records }) => progress.say(`${ecosystem}  ${records.toLocaleString('en')} advisories read`),
      })
      const stored = await findFeeds(advisorySync.database.db, advisorySync.bases, [ecosystem])
      for (const feed of feeds) {
        rows.push(rowOf(feed, stored.find(({ id }) => id === feed.feedId)))
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

const results: Record<FeedSync['outcome'], string> = { imported: 'export taken', updated: 'changes taken', unchanged: 'unchanged', missing: 'has none', failed: 'not synced' }

function rowOf(feed: FeedSync, stored: AdvisoryFeedRow | undefined): SyncTableRow {
  const changes = feed.outcome === 'imported' || feed.outcome === 'updated' ? { added: feed.added, changed: feed.changed, removed: feed.removed } : {}
  return {
    ecosystem: feed.ecosystem,
    base: feed.base,
    result: results[feed.outcome],
    ...changes,
    ...(stored?.syncedAt && { records: stored.records, unreadable: stored.unreadable, syncedAt: stored.syncedAt }),
    seconds: feed.durationMs / 1000,
  }
}

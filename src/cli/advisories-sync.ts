import type { FeedSync } from '../engine/advisories/sync/sync-feed.ts'
import type { AdvisoryFeedRow } from '../service/db/advisories/feeds.ts'
import { Ecosystem } from '../engine/model/component.ts'
import type { SyncTableRow } from '../engine/reports/sync-table.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { unknownMember } from './option-values.ts'
import { progressLine } from './progress-line.ts'

export const advisoriesSync: Command = {
  arguments: '[ecosystem…]',
  details: [
    'Assay reads the feeds that OSV_URL lists. A running service syncs them automatically.',
    `Without arguments, the command updates all ecosystems: ${Ecosystem.options.join(', ')}.`,
  ],
  options: {
    'accept-removals': {
      type: 'boolean',
      summary: 'Accepts an export even if an implausibly large share of the stored advisories is missing from it.',
    },
  },
  exits: { 0: 'Every feed was synced or has no advisories for the ecosystem.', 3: 'At least one feed failed.' },
  examples: [
    ['assay advisories sync', 'Updates all ecosystems.'],
    ['assay advisories sync npm PyPI', 'Updates two ecosystems. Their names are not case-sensitive.'],
    ['OSV_URL=file:/srv/osv assay advisories sync', 'Reads a mirror on this machine instead of the public feed.'],
  ],
  async run(runtime, { values, positionals }) {
    const ecosystems = positionals.length === 0 ? Ecosystem.options : [...new Set(positionals.map(parseEcosystem))]
    using progress = progressLine(runtime.terminal.err)
    progress.show(`Starting Assay ${runtime.version}`)
    const loading = Promise.all([
      import('../service/scans/advisories/sync/sync-ecosystem.ts'),
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
          progress.show(`Syncing ${ecosystem} advisories`, `${records.toLocaleString('en')} records`),
      })
      const stored = await findFeeds(advisorySync.database.db, advisorySync.bases, [ecosystem])
      for (const feed of feeds) {
        rows.push(
          rowOf(
            feed,
            stored.find(({ base }) => base === feed.base),
          ),
        )
        if (feed.outcome === 'failed') errors.push(`${ecosystem} from ${feed.base}: ${feed.error}`)
      }
    }
    progress.clear()
    runtime.terminal.out.write(syncTable(rows))
    for (const error of errors) runtime.terminal.err.write(`${error}\n`)
    return errors.length > 0 ? exitCodes.incomplete : exitCodes.ok
  },
}

/** Returns the ecosystem with this name in any case. Throws UsageError if there is none. */
function parseEcosystem(word: string): Ecosystem {
  const ecosystem = Ecosystem.options.find((name) => name.toLowerCase() === word.toLowerCase())
  if (!ecosystem) throw new UsageError(unknownMember(Ecosystem.options, word, 'ecosystem'))
  return ecosystem
}

const results: Record<FeedSync['outcome'], string> = {
  imported: 'imported',
  updated: 'updated',
  unchanged: 'unchanged',
  missing: 'no advisories',
  failed: 'failed',
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

import { advisoryEcosystems, type Ecosystem, onDemandEcosystems } from '../engine/model/component.ts'
import type { FeedState } from '../engine/advisories/sync/feed-store.ts'
import type { SyncOptions } from '../engine/advisories/sync/sync-context.ts'
import type { FeedSync } from '../engine/advisories/sync/sync-feed.ts'
import type { SyncTableRow } from '../engine/reports/sync-table.ts'
import { type Command, type CommandRuntime, exitCodes, RequestError } from './command.ts'
import { ecosystemsOf } from './ecosystem-arguments.ts'
import { type Progress, progressLine } from './progress-line.ts'
import { hasService } from './service-presence.ts'
import { groupedDigits } from '../engine/model/grouped-digits.ts'

/** Updates one ecosystem. Returns each feed's outcome and the resulting feed states. */
type SyncOne = (
  ecosystem: Ecosystem,
  options: SyncOptions,
) => Promise<{ readonly feeds: readonly FeedSync[]; readonly states: readonly Omit<FeedState, 'ecosystem'>[] }>

export const advisoriesSync: Command = {
  arguments: '[ecosystem…]',
  details: [
    'Assay reads the feeds in OSV_URL and stores the advisories in the cache folder, where "assay scan" reads ' +
      'them. A scan also updates any advisories that it needs and that are more than one day old.',
    'With --service, the command updates the database of the service instead. A running service updates its database ' +
      'itself.',
    `Without arguments, the command updates these ecosystems: ${advisoryEcosystems.join(', ')}.`,
    `The advisories for ${onDemandEcosystems.join(', ')} are large. The command updates them only if you name them. ` +
      'A scan that needs them downloads them.',
  ],
  options: {
    service: {
      type: 'boolean',
      summary: 'Updates the advisories in the database of the service instead of those in the cache folder.',
    },
    'accept-removals': {
      type: 'boolean',
      summary: 'Accepts an export that is missing an implausibly large share of the stored advisories.',
    },
  },
  exits: { 0: 'All feeds were synced.', 3: 'At least one feed could not be synced.' },
  examples: [
    ['assay advisories sync', 'Updates all ecosystems except the large ones.'],
    ['assay advisories sync Debian', 'Updates an ecosystem that is updated only if you name it.'],
    ['assay advisories sync npm PyPI', 'Updates two ecosystems. Ecosystem names are not case-sensitive.'],
    ['OSV_URL=file:/srv/osv assay advisories sync', 'Reads a mirror on this machine instead of the public feed.'],
    ['assay advisories sync --service', 'Updates the advisories in the database of the service.'],
  ],
  async run(runtime, { values, positionals }) {
    const ecosystems = ecosystemsOf(positionals, advisoryEcosystems)
    using progress = progressLine(runtime.terminal.err)
    progress.show(`Starting Assay ${runtime.version}`)
    const { syncTable } = await import('../engine/reports/sync-table.ts')
    await using sync = await (values['service'] === true ? ofService(runtime, progress) : ofCache(runtime))
    const rows: SyncTableRow[] = []
    const errors: string[] = []
    for (const ecosystem of ecosystems) {
      progress.show(`Syncing ${ecosystem} advisories`)
      const { feeds, states } = await sync.one(ecosystem, {
        signal: runtime.signal,
        acceptRemovals: values['accept-removals'] === true,
        onProgress: ({ records }) =>
          progress.show(`Syncing ${ecosystem} advisories`, `${groupedDigits(records)} records`),
      })
      for (const feed of feeds) {
        rows.push(
          rowOf(
            feed,
            states.find(({ base }) => base === feed.base),
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

async function ofCache(runtime: CommandRuntime): Promise<{ readonly one: SyncOne } & AsyncDisposable> {
  const { openFileSync } = await import('./local-advisories.ts')
  return openFileSync(runtime.localAdvisories, runtime.terminal)
}

async function ofService(
  runtime: CommandRuntime,
  progress: Progress,
): Promise<{ readonly one: SyncOne } & AsyncDisposable> {
  if (!hasService())
    throw new RequestError('This copy of Assay does not include the service. Run the command without --service.')
  const loading = Promise.all([
    import('../service/scans/advisories/sync/sync-ecosystem.ts'),
    import('../service/db/advisories/feeds.ts'),
  ])
  const installation = await runtime.open(progress)
  const [{ syncEcosystem }, { findFeeds }] = await loading
  const { advisorySync } = installation
  return {
    async one(ecosystem, options) {
      const { feeds } = await syncEcosystem(advisorySync, ecosystem, options)
      return { feeds, states: await findFeeds(advisorySync.database.db, advisorySync.bases, [ecosystem]) }
    },
    [Symbol.asyncDispose]: () => installation[Symbol.asyncDispose](),
  }
}

const results: Record<FeedSync['outcome'], string> = {
  imported: 'imported',
  updated: 'updated',
  unchanged: 'unchanged',
  missing: 'no advisories',
  failed: 'failed',
}

function rowOf(feed: FeedSync, stored: Omit<FeedState, 'ecosystem'> | undefined): SyncTableRow {
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

import Table from 'cli-table3'

/** How the sync of one ecosystem of one feed went. */
export interface SyncTableRow {
  readonly ecosystem: string
  readonly base: string
  /** In a word or a sentence. */
  readonly result: string
  readonly added?: number
  readonly changed?: number
  readonly removed?: number
  readonly unreadable?: number
  /** Records that the feed has now, and of when they are; absent where it has none. */
  readonly records?: number
  readonly syncedAt?: Date
  readonly seconds: number
}

/** Spaces between columns and no lines: each row can be cut into words. */
const plain = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

const number = (value: number | undefined) => (value === undefined ? '' : value.toLocaleString('en'))

/** What `advisories sync` prints: a line for each ecosystem and feed, and below it why one failed. */
export function syncTable(rows: readonly SyncTableRow[]): string {
  const table = new Table({
    head: [
      'ecosystem',
      'feed',
      'result',
      'added',
      'changed',
      'removed',
      'unreadable',
      'records',
      'synced at',
      'seconds',
    ],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right', 'right', 'left', 'right'],
    chars: plain,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  for (const { ecosystem, base, result, added, changed, removed, unreadable, records, syncedAt, seconds } of rows) {
    table.push([
      ecosystem,
      base,
      result,
      number(added),
      number(changed),
      number(removed),
      number(unreadable),
      number(records),
      syncedAt?.toISOString() ?? '',
      seconds.toFixed(1),
    ])
  }
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`
}

import Table from 'cli-table3'

/** The result of syncing one ecosystem of one feed. */
export interface SyncTableRow {
  readonly ecosystem: string
  readonly base: string
  /** A word or a sentence. */
  readonly result: string
  readonly added?: number
  readonly changed?: number
  readonly removed?: number
  readonly unreadable?: number
  /** Records of the feed after the sync, absent without records. */
  readonly records?: number
  readonly syncedAt?: Date
  readonly seconds: number
}

/** Spaces between columns and no lines, so that scripts can split each row into words. */
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

/** Returns the output of `advisories sync`: one line for each ecosystem of each feed. */
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

import Table from 'cli-table3'
import { noLines } from './terminal/open-table.ts'
import { groupedDigits } from '../model/grouped-digits.ts'

/** Sync result for one ecosystem of one feed. */
export interface SyncTableRow {
  readonly ecosystem: string
  readonly base: string
  /** Result as a single word or a sentence. */
  readonly result: string
  readonly added?: number
  readonly changed?: number
  readonly removed?: number
  readonly unreadable?: number
  /** Number of records in the feed after the sync. Absent if the feed has no records. */
  readonly records?: number
  readonly syncedAt?: Date
  readonly seconds: number
}

const number = (value: number | undefined) => (value === undefined ? '' : groupedDigits(value))

/** Renders the output of `advisories sync`: one line per ecosystem and feed. */
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
    // No lines between columns, which lets scripts split each row into words.
    chars: noLines,
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
  return textOf(table)
}

/** Row in the output of `advisories status`. */
export interface AdvisoryStatusRow {
  readonly ecosystem: string
  readonly base: string
  readonly records: number
  readonly unreadable: number
  readonly syncedAt: Date | null
  readonly newestModified: Date | null
  readonly lastError: string | null
}

/** Renders the output of `advisories status`: one line per ecosystem and feed. */
export function advisoryStatusTable(rows: readonly AdvisoryStatusRow[], now: Date): string {
  const table = new Table({
    head: ['ecosystem', 'feed', 'records', 'unreadable', 'synced at', 'age', 'latest', 'last error'],
    colAligns: ['left', 'left', 'right', 'right', 'left', 'right', 'left', 'left'],
    chars: noLines,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  for (const { ecosystem, base, records, unreadable, syncedAt, newestModified, lastError } of rows)
    table.push([
      ecosystem,
      base,
      number(records),
      number(unreadable),
      syncedAt?.toISOString() ?? 'never',
      syncedAt ? ageText(now.getTime() - syncedAt.getTime()) : '',
      newestModified?.toISOString().slice(0, 10) ?? '',
      lastError ?? '',
    ])
  return textOf(table)
}

const hourMs = 60 * 60_000

/** Formats an age in hours if it is below two days, or otherwise in days. */
function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hourMs))
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

function textOf(table: Table.Table): string {
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`
}

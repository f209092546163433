import type { FileHandle } from 'node:fs/promises'
import type { ListedRecord } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** Rows of a listing, and the number of unreadable rows so far. */
export interface ListingReading {
  readonly rows: AsyncIterable<ListedRecord>
  readonly readable: number
  readonly unreadable: number
}

/** Maximum number of rows, four times as many as npm has. */
const maxRows = 1_000_000

/** Maximum row length. IDs have at most 256 characters. */
const maxRowCharacters = 1_000

/**
 * Matches a time, a comma, and an ID. In a listing of all ecosystems, the ID is preceded by the ecosystem and a slash.
 */
const rowPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)),([^\p{Cc}\p{Cs},]{1,400})$/u

/**
 * Reads `modified_id.csv` row by row. Rows may be in any order. Skips rows for other ecosystems. Throws an
 * AdvisorySyncFailure if there are too many rows.
 */
export function readListingRows(file: FileHandle, ecosystem: Ecosystem): ListingReading {
  const prefix = `${ecosystem}/`
  let readable = 0
  let unreadable = 0

  async function* read(): AsyncIterable<ListedRecord> {
    let rows = 0
    for await (const line of linesOf(file)) {
      if (line === '') continue
      rows += 1
      if (rows > maxRows)
        throw new AdvisorySyncFailure('too-large', `The listing of the advisory feed has more than ${maxRows} rows.`)
      const [, moment = '', name = ''] = rowPattern.exec(line) ?? []
      const id = name.startsWith(prefix) ? name.slice(prefix.length) : name
      if (id === name && name.includes('/')) continue
      const modified = new Date(moment)
      if (id === '' || id.length > 256 || id.includes('/') || Number.isNaN(modified.getTime())) unreadable += 1
      else {
        readable += 1
        yield { id, modified }
      }
    }
  }

  return {
    rows: read(),
    get readable() {
      return readable
    },
    get unreadable() {
      return unreadable
    },
  }
}

/** Yields lines without their line endings. Truncates an overlong line so that its row is rejected as invalid. */
async function* linesOf(file: FileHandle): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of file.createReadStream({
    autoClose: false,
    start: 0,
    highWaterMark: 256 * 1024,
    encoding: 'utf8',
  })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxRowCharacters)
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  yield rest.replace(/\r$/, '')
}

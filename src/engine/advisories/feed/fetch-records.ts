import type { ListedRecord } from './advisory-row.ts'
import type { AdvisoryRow } from './advisory-row.ts'
import type { UnreadableRecord } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'
import { advisoryFeedLimits } from './advisory-feed-limits.ts'
import { NetworkFailure } from '../../net/network.ts'
import { feedAddress } from './feed-address.ts'
import type { FeedAccess } from './feed-file.ts'
import { readRecord } from './read-record.ts'

/** Result of fetching individual records. */
export interface FetchedBatch {
  /** Number of requested records. 0 if no records were left to request. */
  readonly asked: number
  readonly rows: readonly AdvisoryRow[]
  readonly unreadable: readonly UnreadableRecord[]
  /** IDs of records that no longer exist in the feed. */
  readonly gone: readonly string[]
  /** Records older than their listed time, for example because of an outdated cache. */
  readonly lagging: readonly ListedRecord[]
  /** Why a record could not be fetched, as a sentence. Undefined if all were fetched. */
  readonly failure: string | undefined
}

/**
 * Maximum number of concurrent requests: enough to hide a round trip of 100 ms, but few enough not to burden a public
 * server.
 */
const concurrency = 8

/** Number of failures after which the rest of the batch is not requested. */
const maxFailures = 10

/** Time after which an outdated record is accepted as it is. Object stores cache for one hour by default. */
const laggingMs = 24 * 60 * 60_000

/** Maximum number of records and bytes in a batch. Limited because the batch is held in memory. */
const batch = { records: 200, bytes: 32 * 1024 * 1024 }

/**
 * Fetches `<base>/<ecosystem>/<id>.json` for the next records in `waiting`, up to the batch limits. Feed errors are
 * part of the result. Throws only if the signal aborts.
 */
export async function fetchRecords(
  access: FeedAccess,
  { base, ecosystem }: { base: string; ecosystem: Ecosystem },
  waiting: Iterator<ListedRecord>,
  signal: AbortSignal,
): Promise<FetchedBatch> {
  const rows: AdvisoryRow[] = []
  const unreadable: UnreadableRecord[] = []
  const gone: string[] = []
  const failures: string[] = []
  const lagging: ListedRecord[] = []
  let asked = 0
  let bytes = 0

  function take(listed: ListedRecord, content: Buffer | undefined): void {
    bytes += content?.length ?? 0
    const reading = readRecord({ content }, ecosystem)
    if ('problem' in reading) unreadable.push({ id: listed.id, ...reading, listed: listed.modified })
    else if (reading.row.id !== listed.id)
      unreadable.push({
        id: listed.id,
        problem: `a record with another id, ${reading.row.id}`,
        packages: [],
        listed: listed.modified,
      })
    else if (lags(reading.row, listed)) {
      lagging.push(listed)
      rows.push(reading.row)
    } else
      rows.push(
        reading.row.modified.getTime() === listed.modified.getTime()
          ? reading.row
          : { ...reading.row, listed: listed.modified },
      )
  }

  async function fetchInTurn(): Promise<void> {
    while (failures.length < maxFailures && asked < batch.records && bytes < batch.bytes) {
      const { value: listed, done } = waiting.next()
      if (done) return
      asked += 1
      const answer = await fetchRecord(access, feedAddress(base, ecosystem, `${listed.id}.json`), signal)
      if (answer === 'gone') gone.push(listed.id)
      else if (typeof answer === 'string') failures.push(answer)
      else take(listed, answer.content)
    }
  }

  await Promise.all(Array.from({ length: concurrency }, fetchInTurn))
  signal.throwIfAborted()
  return { asked, rows, unreadable, gone, lagging, failure: failures[0] }
}

/** Reports whether the record is older than its listed time but may still be updated. */
function lags({ modified }: AdvisoryRow, listed: ListedRecord): boolean {
  const ageMs = Date.now() - listed.modified.getTime()
  return modified < listed.modified && ageMs >= 0 && ageMs < laggingMs
}

/**
 * Returns a record's bytes, `gone`, or the reason for the failure. `content` is undefined if the record is too large.
 */
async function fetchRecord(
  { network }: FeedAccess,
  url: URL,
  signal: AbortSignal,
): Promise<{ content: Buffer | undefined } | 'gone' | `${string}.`> {
  try {
    const { status, body } = await network.get({
      url,
      purpose: 'upstream',
      maxBytes: advisoryFeedLimits.maxRecordBytes,
      signal,
    })
    if (status === 200) return { content: body }
    return status === 404 || status === 410 ? 'gone' : `The advisory feed returned status ${status}.`
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    return error.code === 'too-large'
      ? { content: undefined }
      : `The advisory feed could not be reached (${error.code}).`
  }
}

import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import { countPublications, tiePublicationsOf } from '../../db/registry/publications.ts'
import {
  findServerToMeasure,
  listMeasuredSources,
  listSignals,
  type MeasuredColumns,
  type MeasuredSource,
  replaceSignals,
  type SignalRow,
  storeMeasurement,
} from '../../db/registry/signals.ts'
import { categorize } from '../categories/categorize.ts'
import { describedBySource } from '../categories/described-source.ts'
import type { Fetched } from './fetched.ts'
import { signals } from './catalogue.ts'
import { gather, type MeasureReach } from './gather.ts'
import { qualityOf } from './quality-of.ts'
import { nextMeasurement } from './next-measurement.ts'
import type { Judged } from './signal.ts'
import { statusOf } from './status-of.ts'

export interface MeasureContext extends MeasureReach {
  readonly db: Database
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Job handler: measures a server's quality, and derives its category, language, and status from its sources. A signal
 * that fails temporarily keeps its last value and date, and records the reason. A signal that cannot be measured has no
 * value.
 */
export async function measureServer(
  context: MeasureContext,
  { serverId }: { serverId: string },
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { db } = context
  const server = await findServerToMeasure(db, serverId)
  if (!server) return
  const sources = await listMeasuredSources(db, serverId)
  const subject = await gather(context, sources, { now, signal })
  const earlierRows = new Map((await listSignals(db, serverId)).map((row) => [row.signal, row]))
  const readings = signals.map((each) => ({ id: each.id, reading: each.measure(subject) }))
  const rows = readings.map(({ id, reading }) => rowOf(id, reading, { earlier: earlierRows.get(id), now }))
  const isUnfinished = readings.some(({ reading }) => reading.status === 'failed' && reading.isTemporary)
  await db.transaction(async (tx) => {
    await tiePublicationsOf(tx, serverId)
    const status = statusOf({ status: server.status, subject, publications: await countPublications(tx, serverId) })
    await replaceSignals(tx, serverId, rows)
    await storeMeasurement(
      tx,
      serverId,
      { ...columnsOf(rows), ...describedBy(server, sources), ...(status !== server.status && { status }) },
      {
        measuredAt: now,
        nextAt: nextMeasurement(serverId, { now, isUnfinished, limitedUntil: context.github.limitedUntil() }),
      },
    )
  })
  const failed = rows.filter(({ score }) => score === null).length
  context.log.info({ serverId, measured: rows.length - failed, notMeasured: failed }, 'quality measured')
}

function rowOf(
  id: string,
  read: Fetched<Judged>,
  { earlier, now }: { earlier: SignalRow | undefined; now: Date },
): Omit<SignalRow, 'serverId'> {
  if (read.status === 'found')
    return {
      signal: id,
      value: read.answer.value,
      score: read.answer.score,
      source: read.source,
      measuredAt: read.at,
      failure: null,
    }
  if (read.isTemporary && earlier && earlier.score !== null)
    return {
      signal: id,
      value: earlier.value,
      score: earlier.score,
      source: earlier.source,
      measuredAt: earlier.measuredAt,
      failure: `The measurement at ${now.toISOString()} failed: ${read.reason}`,
    }
  return { signal: id, value: null, score: null, source: read.source, measuredAt: now, failure: read.reason }
}

function columnsOf(rows: readonly Omit<SignalRow, 'serverId'>[]): MeasuredColumns {
  const { score, breakdown } = qualityOf(rows)
  const countOf = (signal: string) => {
    const value = rows.find((row) => row.signal === signal)?.value
    return typeof value === 'number' ? value : null
  }
  return { ...breakdown, quality: score, stars: countOf('stars'), downloads: countOf('downloads') }
}

/** Returns the category and language. Returns the earlier values if no source was readable. */
function describedBy(
  server: { readonly name: string; readonly description: string },
  sources: readonly MeasuredSource[],
): MeasuredColumns {
  const [source] = sources
  if (!source) return {}
  const { facts } = source.declares
  const { category } = categorize(describedBySource(server, source))
  const [language] = Object.entries(facts.languages).toSorted(
    ([a, bytes], [b, more]) => more - bytes || (a < b ? -1 : 1),
  )[0] ?? ['']
  return { category, language }
}

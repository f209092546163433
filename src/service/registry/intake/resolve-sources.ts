import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import { addIntake, type NewIntake } from '../../db/registry/intake.ts'
import { lockEntries } from '../../db/registry/entries.ts'
import { listSourcesToResolve, noteResolved, type SourceToResolve } from '../../db/registry/rescans.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { intakeLimits } from './intake-limits.ts'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import type { AnnounceServerChange } from '../entries/announce-server-change.ts'
import { currentRevision } from '../entries/current-revision.ts'
import { backSource, goneSource } from '../entries/gone-source.ts'
import { intakeOfPackage, intakeOfTarget, type IntakeTerms } from './intake-entry.ts'

export interface ResolveContext {
  readonly db: Database
  readonly sources: SourceReach
  readonly announceServerChange: AnnounceServerChange
  readonly log: Pick<Logger, 'info' | 'warn'>
}

export const resolveSourcesCron = '*/5 * * * *'

/**
 * Priority of new revisions. They run before publications of followed registries, which run before rescans of old
 * results.
 */
const newRevisionPriority = 1
const agePriority = -2

/**
 * Job handler: requests the current revision of sources that are due. Scans a new revision, and rescans one whose scan
 * is old or used another engine. Hides a source that is no longer public until it is public again.
 */
export async function resolveSources(
  context: ResolveContext,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const due = await listSourcesToResolve(context.db, { now, limit: intakeLimits.maxResolvesPerRun })
  const next = due.values()
  const inTurn = async () => {
    for (const source of next) {
      signal.throwIfAborted()
      await resolveOne(context, source, { now, signal })
    }
  }
  await Promise.all(Array.from({ length: intakeLimits.maxConcurrentResolves }, inTurn))
  if (due.length > 0) context.log.info({ sources: due.length }, 'current revisions checked')
}

async function resolveOne(
  context: ResolveContext,
  source: SourceToResolve,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { db, sources, log } = context
  const usualMs = source.type === 'git' ? intakeLimits.resolveGitIntervalMs : intakeLimits.resolveIntervalMs
  try {
    const current = await currentRevision(sources, source, signal)
    if (!current.isPublic)
      log.warn({ source: source.canonicalUrl, reason: current.reason }, 'registry source not found')
    const rescan = current.isPublic ? rescanOf(source, current.revision, now) : undefined
    await db.transaction(async (tx) => {
      if (rescan) await addIntake(tx, [rescan])
      if (current.isPublic === (source.goneAt !== null)) {
        await lockEntries(tx)
        await (current.isPublic ? backSource : goneSource)(context, tx, source.canonicalUrl, now)
      }
      await noteResolved(tx, source.id, {
        resolvedAt: now,
        nextCheckAt: after(source, now, current.isPublic ? usualMs : goneMs(source, now)),
      })
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ScanFailure)) throw error
    await noteResolved(db, source.id, { nextCheckAt: after(source, now, usualMs) })
    log.warn(
      { source: source.canonicalUrl, code: error.code, reason: error.message },
      'current revision not determined',
    )
  }
}

/** Returns the request to scan the current revision, with the reason, or undefined if its scan is recent. */
export function rescanOf(source: SourceToResolve, revision: string, now: Date): NewIntake | undefined {
  const { currentRevision, scannedAt, engine } = source
  if (revision !== currentRevision || scannedAt === null)
    return scanOf(source, { priority: newRevisionPriority, again: `revision ${revision}` }, now)
  if (engine !== null && engine !== '' && engine !== engineVersion())
    return scanOf(source, { priority: agePriority, again: `engine ${engineVersion()}` }, now)
  if (now.getTime() - scannedAt.getTime() >= intakeLimits.rescanAgeMs)
    return scanOf(source, { priority: agePriority, again: `scan of ${scannedAt.toISOString()}` }, now)
  return undefined
}

function scanOf(
  { type, canonicalUrl, folder, name }: SourceToResolve,
  terms: { readonly priority: number; readonly again: string },
  now: Date,
): NewIntake {
  // The key contains the month. Otherwise, a scan that failed to update the entry would never be repeated.
  const whole: IntakeTerms = {
    origin: 'age',
    dueAt: now,
    ...terms,
    again: `${terms.again}, ${now.toISOString().slice(0, 7)}`,
  }
  if (type === 'git')
    return intakeOfTarget(
      canonicalUrl,
      { type, repository: canonicalUrl, ...(folder !== '' && { treePath: `HEAD/${folder}` }) },
      whole,
    )
  return intakeOfPackage({ ecosystem: type, name }, whole)
}

/**
 * Returns the delay before a missing source is requested again. It is short at first, because the source may be only
 * temporarily missing. Later, it equals the time for which the source has been missing.
 */
function goneMs({ goneAt }: SourceToResolve, now: Date): number {
  const { firstGoneDelayMs: goneFirstMs, maxGoneDelayMs: most } = intakeLimits
  return Math.min(most, Math.max(goneFirstMs, goneAt === null ? 0 : now.getTime() - goneAt.getTime()))
}

/**
 * Adds a random spread of one eighth in both directions, so that sources added together do not stay due at the same
 * time.
 */
function after({ id }: SourceToResolve, now: Date, ms: number): Date {
  const share =
    createHash('sha256').update(id).update(now.toISOString().slice(0, 10)).digest().readUInt32BE(0) / 2 ** 32
  return new Date(now.getTime() + ms * (0.875 + share / 4))
}

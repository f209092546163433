import { BackupError } from './backup-error.ts'
import type { BaseBackup } from './backup-folder.ts'
import { isTimelineHistory, parseSegmentName, placeOfPoint } from './segment-name.ts'
import { type Histories, type Line, passes, timelineAt } from './timelines.ts'

/**
 * The newest base backup from which one gets to a time; to now when there is none. Throws a BackupError when all are
 * later.
 */
export function chooseBase(backups: readonly BaseBackup[], to: Date | undefined): BaseBackup {
  const found = backups
    .filter(({ manifest }) => to === undefined || Date.parse(manifest.finishedAt) <= to.getTime())
    .sort((one, other) => Date.parse(other.manifest.finishedAt) - Date.parse(one.manifest.finishedAt))[0]
  if (found) return found
  const oldest = backups.map(({ manifest }) => manifest.finishedAt).sort()[0]
  throw new BackupError(
    to === undefined || oldest === undefined
      ? 'There is no base backup in this folder.'
      : `There is no base backup before ${to.toISOString()}: the oldest one was completed at ${oldest}. ` +
          'Choose a later time.',
  )
}

/** Files of the archived log that have to be replayed over a base backup. */
export interface LogToReplay {
  /** Names of segments and histories of timelines, in order. */
  readonly names: readonly string[]
  /** The first segment that is missing although later ones are there. */
  readonly missingPlace: number | undefined
}

/** Where a restore begins, and which way it takes. */
export interface Way {
  readonly base: BaseBackup
  readonly line: Line
  /** As PostgreSQL's setting `recovery_target_timeline` has it. */
  readonly targetTimeline: string
}

/**
 * The way to the newest timeline, or to the one that is asked for, and the newest base backup on it from which one gets
 * to a time. What was written on a timeline after another one left it is not on the way to that other one. `backups`
 * and `names` are of one cluster. Throws a BackupError when there is no way.
 */
export function chooseWay(
  backups: readonly BaseBackup[],
  names: readonly string[],
  histories: Histories,
  { to, timeline }: { readonly to?: Date | undefined; readonly timeline?: number | undefined },
): Way {
  const newest = chooseBase(backups, to)
  const logged = new Set(names.flatMap((name) => parseSegmentName(name)?.timeline ?? []))
  const known = [...new Set([...histories.keys(), ...backups.map((backup) => timelineOf(backup, names))])].sort(
    (one, other) => other - one,
  )
  // One of which there is the history and nothing else has brought nothing.
  for (const wanted of timeline === undefined ? known.filter((each) => logged.has(each)) : [timeline]) {
    const line: Line = histories.get(wanted) ?? [{ timeline: wanted }]
    const onLine = backups.filter((backup) => passes(line, timelineOf(backup, names), backup.manifest.stopPoint))
    const isReached = onLine.some(({ manifest }) => to === undefined || Date.parse(manifest.finishedAt) <= to.getTime())
    if (!isReached) continue
    const base = chooseBase(onLine, to)
    return { base, line, targetTimeline: timelineOf(base, names) === wanted ? 'current' : String(wanted) }
  }
  if (timeline !== undefined)
    throw new BackupError(
      `No base backup leads to timeline ${timeline}${to ? ` at ${to.toISOString()}` : ''}. ` +
        `Available timelines: ${known.join(', ')}.`,
    )
  return { base: newest, line: [{ timeline: timelineOf(newest, names) }], targetTimeline: 'current' }
}

/**
 * What is needed of the archived log, of which `names` are there, on a way; without one, on the base backup's own
 * timeline. Throws a BackupError when not even the end of the base backup can be reached.
 */
export function logAfter(
  base: BaseBackup,
  names: readonly string[],
  line: Line = [{ timeline: timelineOf(base, names) }],
): LogToReplay {
  const { manifest, path } = base
  const [first, last] = [placeOfPoint(manifest.startPoint), placeOfPoint(manifest.stopPoint)]
  if (first === undefined || last === undefined) throw new BackupError(`The manifest of ${path} has no log position.`)
  const segments = names
    .flatMap((name) => {
      const segment = parseSegmentName(name)
      return segment && segment.place >= first && segment.timeline === timelineAt(line, segment.place)
        ? [{ name, place: segment.place }]
        : []
    })
    .sort((one, other) => one.place - other.place)
  const there = new Set(segments.map(({ place }) => place))
  let end = first
  while (there.has(end)) end += 1
  if (end <= last && !(end === last && isAtBeginning(manifest.stopPoint)))
    throw new BackupError(
      `The archived log beside ${path} lacks segments that the backup needs. Choose an earlier time, or bring ` +
        'the folder "wal" from another copy.',
    )
  const isGap = segments.some(({ place }) => place > end)
  return {
    names: [...names.filter(isTimelineHistory), ...segments.filter(({ place }) => place < end).map(({ name }) => name)],
    missingPlace: isGap ? end : undefined,
  }
}

/** Where the manifest does not say: the newest that has the segment in which the backup begins. */
function timelineOf({ manifest }: BaseBackup, names: readonly string[]): number {
  if (manifest.timeline !== undefined) return manifest.timeline
  const first = placeOfPoint(manifest.startPoint)
  return Math.max(
    1,
    ...names.flatMap((name) => {
      const segment = parseSegmentName(name)
      return segment && segment.place === first ? [segment.timeline] : []
    }),
  )
}

/** A point at the very beginning of a segment needs nothing of it. */
const isAtBeginning = (point: string) => (Number.parseInt(point.split('/')[1] ?? '', 16) & 0xff_ff_ff) === 0

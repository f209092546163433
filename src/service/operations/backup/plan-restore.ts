import { BackupError } from './backup-error.ts'
import type { BaseBackup } from './backup-folder.ts'
import { isTimelineHistory, parseSegmentName, placeOfPoint } from './segment-name.ts'
import { type Histories, type Line, passes, timelineAt } from './timelines.ts'

/**
 * Returns the newest base backup from which the database can be restored to a time, or to the end of the log. Throws a
 * BackupError if all are later.
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

/** Files of the archived log to replay after a base backup. */
export interface LogToReplay {
  /** Names of timeline histories and segments, in order. */
  readonly names: readonly string[]
  /** Position of the first missing segment if later ones exist. */
  readonly missingPlace: number | undefined
}

/** Start of a restore, and the timelines that it follows. */
export interface Way {
  readonly base: BaseBackup
  readonly line: Line
  /** Value for PostgreSQL's `recovery_target_timeline`. */
  readonly targetTimeline: string
}

/**
 * Returns the path to the newest or the requested timeline, and the newest base backup on it for a time. Changes on a
 * timeline after another one branched off are not on the path to that other timeline. `backups` and `names` must belong
 * to the same cluster. Throws a BackupError if no path exists.
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
  // Skips timelines that have only a history, because they contain no changes.
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
 * Returns the files in the archived log (`names`) that are required on a path, or on the base backup's own timeline if
 * there is no path. Throws a BackupError if not even the end of the base backup can be reached.
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

/**
 * Returns a base backup's timeline. If the manifest does not contain it, returns the newest timeline that has the
 * backup's first segment.
 */
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

/** Reports whether a position is the start of a segment, so that no data from that segment is needed. */
const isAtBeginning = (point: string) => (Number.parseInt(point.split('/')[1] ?? '', 16) & 0xff_ff_ff) === 0

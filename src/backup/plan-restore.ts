import { BackupError } from './backup-error.ts'
import type { BaseBackup } from './backup-folder.ts'
import { isTimelineHistory, parseSegmentName, placeOfPoint } from './segment-name.ts'

/** The newest base backup from which one gets to a time; to now when there is none. Throws a BackupError when all are later. */
export function chooseBase(backups: readonly BaseBackup[], to: Date | undefined): BaseBackup {
  const found = backups.filter(({ manifest }) => to === undefined || Date.parse(manifest.finishedAt) <= to.getTime()).sort((one, other) => Date.parse(other.manifest.finishedAt) - Date.parse(one.manifest.finishedAt))[0]
  if (found) return found
  const oldest = backups.map(({ manifest }) => manifest.finishedAt).sort()[0]
  throw new BackupError(to === undefined || oldest === undefined ? 'There is no base backup in this folder.' : `There is no base backup from before ${to.toISOString()}: the oldest one was complete at ${oldest}. Choose a later time.`)
}

/** Files of the archived log that have to be replayed over a base backup. */
export interface LogToReplay {
  /** Names of segments and histories of timelines, in order. */
  readonly names: readonly string[]
  /** The first segment that is missing although later ones are there. */
  readonly missingPlace: number | undefined
}

/** What is needed of the archived log, of which `names` are there. Throws a BackupError when not even the end of the base backup can be reached. */
export function logAfter({ manifest, path }: BaseBackup, names: readonly string[]): LogToReplay {
  const [first, last] = [placeOfPoint(manifest.startPoint), placeOfPoint(manifest.stopPoint)]
  if (first === undefined || last === undefined) throw new BackupError(`The manifest of ${path} names no point of the log.`)
  const segments = names.flatMap((name) => {
    const segment = parseSegmentName(name)
    return segment && segment.place >= first ? [{ name, place: segment.place }] : []
  })
  const there = new Set(segments.map(({ place }) => place))
  let end = first
  while (there.has(end)) end += 1
  if (end <= last && !(end === last && isAtBeginning(manifest.stopPoint))) throw new BackupError(`The archived log beside ${path} lacks what the backup itself needs. Choose an earlier time, or bring the folder "wal" from another copy.`)
  const isGap = segments.some(({ place }) => place > end)
  return { names: [...names.filter(isTimelineHistory), ...segments.filter(({ place }) => place < end).map(({ name }) => name)], missingPlace: isGap ? end : undefined }
}

/** A point at the very beginning of a segment needs nothing of it. */
const isAtBeginning = (point: string) => (Number.parseInt(point.split('/')[1] ?? '', 16) & 0xff_ff_ff) === 0

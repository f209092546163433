import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupContext } from './backup-context.ts'
import { archivedLog, type BaseBackup, findBaseBackups, namesIn, sealedEnding } from './backup-folder.ts'
import { parseSegmentName, placeOfPoint } from './segment-name.ts'

const dayMs = 24 * 60 * 60_000

/** Minimum number of base backups to keep, regardless of their age. */
const minKept = 2

/**
 * Removes base backups that are not needed to restore to any time within this many days, and the log before all
 * remaining ones. Keeps one older backup, because a restore to a point in time starts from a base backup before that
 * time. Keeps timeline histories and damaged backups, and reports the latter to `onDamaged`. Returns the number of
 * removed base backups.
 */
export async function removeOldBackups(
  { folder, keptDays }: Pick<BackupContext, 'folder' | 'keptDays'>,
  backups: string,
  now: Date,
  onDamaged: (sentence: string) => void,
): Promise<number> {
  const all = (await findBaseBackups(folder, onDamaged)).filter((backup) => backup.backups === backups)
  const since = now.getTime() - keptDays * dayMs
  const firstBefore = all.findIndex(({ manifest }) => Date.parse(manifest.finishedAt) <= since)
  const kept = firstBefore < 0 ? all : all.slice(0, Math.max(firstBefore + 1, minKept))
  const old = all.slice(kept.length)
  for (const { path } of old) await rm(path, { recursive: true, force: true })
  const needed = logNeededFrom(kept)
  if (needed !== undefined) await removeLogBefore(archivedLog(backups), needed)
  return old.length
}

/**
 * Returns the first log position that the remaining backups require, or undefined if it cannot be determined. After a
 * restore to a point in time, newer backups can start at lower positions than older ones.
 */
function logNeededFrom(kept: readonly BaseBackup[]): number | undefined {
  const places = kept.flatMap(({ manifest }) => placeOfPoint(manifest.startPoint) ?? [])
  return places.length === 0 || places.length < kept.length ? undefined : Math.min(...places)
}

async function removeLogBefore(log: string, place: number): Promise<void> {
  for (const file of await namesIn(log)) {
    const segment = parseSegmentName(file.slice(0, 24))
    if (segment && segment.place < place && (file.endsWith(sealedEnding) || file.endsWith('.part')))
      await rm(join(log, file), { force: true })
  }
}

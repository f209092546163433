import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupContext } from './backup-context.ts'
import { archivedLog, type BaseBackup, findBaseBackups, namesIn, sealedEnding } from './backup-folder.ts'
import { parseSegmentName, placeOfPoint } from './segment-name.ts'

const dayMs = 24 * 60 * 60_000

/** However old they are. */
const minKept = 2

/**
 * Removes base backups that nobody needs to go back so many days, and the log before all that stay: the newest one that
 * is older than that stays, as one goes back to a time from a base before it. Histories of timelines stay, and so does
 * what is damaged, of which `onDamaged` hears. Resolves to how many base backups went.
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
 * The first place of the log that any of them needs: after a restore to a moment, newer backups begin at lower places
 * than older ones. Undefined where one cannot tell.
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

import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { Manifest } from './manifest.ts'

/** Where the backups of one cluster are, by the number that it was made with. */
export const clusterBackups = (folder: string, cluster: string): string => join(folder, `cluster-${cluster}`)

/** Where its log is archived. */
export const archivedLog = (backups: string): string => join(backups, 'wal')

export const sealedEnding = '.zst.age'

/** A complete base backup. */
export interface BaseBackup {
  /** Absolute. */
  readonly path: string
  /** Folder with all backups of the same cluster. */
  readonly backups: string
  readonly manifest: Manifest
}

/**
 * Base backups of all clusters in a folder, the newest first. What never got its name is no backup and is left out; so
 * is one whose manifest makes no sense, of which `onDamaged` hears. Throws a BackupError when the folder cannot be
 * read.
 */
export async function findBaseBackups(folder: string, onDamaged: (sentence: string) => void): Promise<BaseBackup[]> {
  const found: BaseBackup[] = []
  for (const cluster of await namesIn(folder)) {
    if (!/^cluster-\d{1,20}$/.test(cluster)) continue
    const backups = join(folder, cluster)
    for (const name of await namesIn(backups)) {
      if (!/^base-[\dTZ-]+$/.test(name)) continue
      const file = join(backups, name, 'manifest.json')
      const manifest = await readManifest(file)
      if (manifest) found.push({ path: join(backups, name), backups, manifest })
      else onDamaged(`${file} is not a backup manifest, or it is damaged. This backup is skipped.`)
    }
  }
  return found.sort((one, other) => Date.parse(other.manifest.finishedAt) - Date.parse(one.manifest.finishedAt))
}

/** Names of the segments and histories that are in the archived log. */
export const loggedNames = async (backups: string): Promise<string[]> =>
  (await namesIn(archivedLog(backups)))
    .filter((name) => name.endsWith(sealedEnding))
    .map((name) => name.slice(0, -sealedEnding.length))

/** Names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new BackupError(`${folder} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Makes a folder of the backups, closed to others. Throws a BackupError when it cannot be made. */
export async function makeBackupFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new BackupError(
      `The folder ${path} cannot be created: ${(error as Error).message}. Set ASSAY_BACKUP_DIR to a ` +
        'folder that this user can write to.',
      { cause: error },
    )
  }
}

/** Removes what backups that never ended have left. */
export async function removeDrafts(backups: string): Promise<void> {
  for (const name of await namesIn(backups))
    if (name.startsWith('draft-')) await rm(join(backups, name), { recursive: true, force: true })
}

async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    return Manifest.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

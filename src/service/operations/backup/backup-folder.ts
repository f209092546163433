import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { Manifest } from './manifest.ts'

/** Returns the folder with a cluster's backups, named by its system identifier. */
export const clusterBackups = (folder: string, cluster: string): string => join(folder, `cluster-${cluster}`)

/** Returns the folder with the cluster's archived log. */
export const archivedLog = (backups: string): string => join(backups, 'wal')

export const sealedEnding = '.zst.age'

/** Complete base backup. */
export interface BaseBackup {
  /** Absolute path of the backup. */
  readonly path: string
  /** Folder with all backups of the same cluster. */
  readonly backups: string
  readonly manifest: Manifest
}

/**
 * Lists the base backups of all clusters in a folder, newest first. Omits incomplete backups, which have no final name
 * yet. Omits backups with a damaged manifest, and reports them to `onDamaged`. Throws a BackupError if the folder
 * cannot be read.
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

/** Lists the segments and timeline histories in the archived log. */
export const loggedNames = async (backups: string): Promise<string[]> =>
  (await namesIn(archivedLog(backups)))
    .filter((name) => name.endsWith(sealedEnding))
    .map((name) => name.slice(0, -sealedEnding.length))

/** Lists the names in a folder. Empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new BackupError(`${folder} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Creates a backup folder that other users cannot read. Throws a BackupError on failure. */
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

/** Removes the files that interrupted backups left behind. */
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

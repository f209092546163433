import { open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

/**
 * Returns the data folder without symbolic links, as its server uses it. The archived log is next to it. Throws a
 * BackupError if the folder does not exist.
 */
export async function resolveClusterFolder(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw notReadable(path, error)
  }
}

/**
 * Reads a cluster's system identifier from the start of its control file (PostgreSQL 18, `catalog/pg_control.h`).
 * Throws a BackupError if the file is missing.
 */
export async function systemIdentifierIn(clusterFolder: string): Promise<string> {
  try {
    await using file = await open(join(clusterFolder, 'global', 'pg_control'), 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    if (bytesRead < 8) throw new Error('global/pg_control is too short')
    return buffer.readBigUInt64LE().toString()
  } catch (error) {
    throw notReadable(clusterFolder, error)
  }
}

/** Lists the tablespaces outside the cluster's folder. */
export async function tablespacesElsewhere(clusterFolder: string): Promise<string[]> {
  const entries = await readdir(join(clusterFolder, 'pg_tblspc'), { withFileTypes: true })
  return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
}

const notReadable = (folder: string, error: unknown) =>
  new BackupError(
    `${folder} is not a readable PostgreSQL data folder: ${(error as Error).message}. Set ` +
      "ASSAY_BACKUP_CLUSTER to the server's data_directory as this process sees it, and run it as the user to " +
      'whom that belongs.',
    { cause: error },
  )

import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pack } from 'tar-stream'

/**
 * Folders that are archived empty. Their contents belong to the running server, or are in the archived log (PostgreSQL
 * 18, section 25.3.4).
 */
const emptied: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const leftOut: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
  'current_logfiles',
  'restored-wal',
])

/** Tar archive of a cluster's files. */
export interface ClusterArchive {
  readonly content: Readable
  /** Number of bytes added so far. */
  readonly bytes: () => number
  /** Adds the backup label, which is available only at the end of the backup, and finishes the archive. */
  finish(label: string): void
  /** Resolves when all files except the label were added. Rejects if a file cannot be read. */
  readonly packed: Promise<void>
}

/**
 * Packs a running cluster's files. Files change while they are read. Each is stored with its initial length, and
 * replaying the log makes it consistent. For the same reason, files that disappear can be omitted.
 */
export function packCluster(folder: string): ClusterArchive {
  const archive = pack()
  let bytes = 0
  const add = async (path: string, entry: Dirent) => {
    const name = relative(folder, path)
    if (leftOut.has(name) || entry.name.startsWith('pgsql_tmp') || entry.name.startsWith('pg_internal.init')) return
    // If the log is on a separate disk, its folder is a symbolic link.
    if (entry.isDirectory() || emptied.has(name)) {
      archive.entry({ name: `${name}/`, type: 'directory', mode: 0o700 })
      await addFolder(path, name)
      return
    }
    // Symbolic links would be tablespaces in other folders. Clusters that have them are not backed up.
    if (entry.isFile()) bytes += await addFile(archive, path, name)
  }
  const addFolder = async (path: string, name: string) => {
    for (const entry of await entriesOf(path)) {
      const inside = join(path, entry.name)
      if (!emptied.has(name) || emptied.has(`${name}/${entry.name}`)) await add(inside, entry)
    }
  }
  const packed = addFolder(folder, '')
  packed.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))))
  return {
    content: archive,
    bytes: () => bytes,
    packed,
    finish(label) {
      archive.entry({ name: 'backup_label', mode: 0o600 }, label)
      archive.finalize()
    },
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

const chunkBytes = 1024 * 1024

/** Adds a file with exactly its current length. If the file is truncated in the meantime, fills the rest with zeros. */
async function addFile(archive: ReturnType<typeof pack>, path: string, name: string): Promise<number> {
  try {
    await using file = await open(path, 'r')
    const { size } = await stat(path)
    const entry = archive.entry({ name, size, mode: 0o600 })
    for (let at = 0; at < size;) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, size - at))
      await file.read(chunk, 0, chunk.length, at)
      at += chunk.length
      if (!entry.write(chunk)) await new Promise<void>((resolve) => entry.once('drain', resolve))
    }
    entry.end()
    return size
  } catch (error) {
    if (isGone(error)) return 0
    throw error
  }
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

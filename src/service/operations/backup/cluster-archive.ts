import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pack } from 'tar-stream'

/**
 * Of these folders only the names are kept: what is in them belongs to the running server, or is in the archive of the
 * log (PostgreSQL 18, section 25.3.4).
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

/** A cluster's files as a tar archive. */
export interface ClusterArchive {
  readonly content: Readable
  /** Bytes that went into it so far. */
  readonly bytes: () => number
  /** Puts the label of the backup in, which only its end brings, and ends the archive. */
  finish(label: string): void
  /** Resolves when all but the label is in. Rejects when a file cannot be read. */
  readonly packed: Promise<void>
}

/**
 * Packs the files of a cluster that runs on. Files change while they are read: each has the length that it had when it
 * was begun, and what the log brings makes them whole again. What is gone meanwhile is left out for the same reason.
 */
export function packCluster(folder: string): ClusterArchive {
  const archive = pack()
  let bytes = 0
  const add = async (path: string, entry: Dirent) => {
    const name = relative(folder, path)
    if (leftOut.has(name) || entry.name.startsWith('pgsql_tmp') || entry.name.startsWith('pg_internal.init')) return
    // The folder of the log is a link where it is on a disk of its own.
    if (entry.isDirectory() || emptied.has(name)) {
      archive.entry({ name: `${name}/`, type: 'directory', mode: 0o700 })
      await addFolder(path, name)
      return
    }
    // Tablespaces elsewhere would be links; a cluster with such is not backed up.
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

/** Adds a file with exactly the length that it has now, zeros where it got shorter meanwhile. */
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

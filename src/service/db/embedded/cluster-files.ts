import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { assertOwn } from './ownership.ts'

/** Absolute paths of an embedded cluster's files. Everything except the cluster itself is in `room`. */
export interface ClusterFiles {
  /** The configured data folder, with symbolic links resolved. */
  readonly dataDir: string
  /** Folder for the auxiliary files of the cluster, `<dataDir>/postgres`. */
  readonly room: string
  /** Locked while a process starts, adopts, or repairs the cluster; see exclusive-lock.ts. */
  readonly lock: string
  /** FIFO that each process using the cluster keeps open for writing; see holders.ts. */
  readonly holders: string
  /** File to which the watchdog writes its responses to greetings. */
  readonly acks: string
  /** Password of the role `assay`, with mode 0600. */
  readonly password: string
  /** Port used by the last start. A restart uses it again. */
  readonly port: string
  readonly log: string
  /** Path of the folder that the cluster was moved to, if it was moved; see placement.ts. */
  readonly location: string
}

/**
 * Creates `<dataDir>/postgres` and returns its paths. New folders have mode 0700 and the owner of `dataDir`. Throws an
 * EmbeddedPostgresError if this user lacks the permission.
 */
export function openClusterFiles(dataDir: string): ClusterFiles {
  const home = makeFolder(dataDir)
  const room = makeFolder(join(home, 'postgres'), home)
  if (process.getuid?.() !== 0) assertOwn(room)
  const file = (name: string) => join(room, name)
  return {
    dataDir: home,
    room,
    lock: file('lock'),
    holders: file('holders'),
    acks: file('acks'),
    password: file('password'),
    port: file('port'),
    log: file('server.log'),
    location: file('location'),
  }
}

/**
 * Creates the folder if needed and returns its path without symbolic links. A new folder gets the owner of `within`.
 */
function makeFolder(path: string, within?: string): string {
  try {
    // Parent folders are created separately. With mode 0700, they would lock out the user that may have to run
    // Postgres.
    mkdirSync(dirname(path), { recursive: true })
    if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined && within !== undefined)
      shareWithOwner(path, within)
    return realpathSync(path)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded Postgres cannot use ${path} (${(error as Error).message}). Set ASSAY_DATA_DIR to a ` +
        'folder that this user can write.',
      { cause: error },
    )
  }
}

/**
 * Returns the folder that contains the cluster (`data`) and any copies of the binaries: the room, or the folder in
 * `location`.
 */
export function clusterHome(files: ClusterFiles): string {
  const moved = readText(files.location)
  if (moved === undefined) return files.room
  if (existsSync(moved)) return moved
  throw new EmbeddedPostgresError(
    `The embedded Postgres of ${files.dataDir} was placed in ${moved}, which is not there. Restore that ` +
      `folder, or delete ${files.location} to begin with an empty database.`,
  )
}

/** Writes a small file atomically, with mode 0600. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, file)
}

/** Returns the trimmed content of a small file, or undefined if it does not exist. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Gives the regular files in the room to the owner of the data folder, so that this user can open them after a start by
 * root.
 */
export function shareFilesWithOwner(files: ClusterFiles): void {
  for (const entry of readdirSync(files.room, { withFileTypes: true })) {
    if (!entry.isDirectory()) shareWithOwner(join(files.room, entry.name), files.dataDir)
  }
}

function shareWithOwner(path: string, dataDir: string): void {
  const owner = statSync(dataDir)
  if (process.getuid?.() === 0 && owner.uid !== 0) lchownSync(path, owner.uid, owner.gid)
}

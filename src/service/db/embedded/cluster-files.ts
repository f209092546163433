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

/** Absolute paths of what belongs to one embedded cluster; all but the cluster itself lies in `room`. */
export interface ClusterFiles {
  /** The data folder that the operator named, symbolic links resolved. */
  readonly dataDir: string
  /** `<dataDir>/postgres`. */
  readonly room: string
  /** Locked while a process starts, adopts or heals the cluster; see exclusive-lock.ts. */
  readonly lock: string
  /** FIFO that every process using the cluster keeps open for writing; see holders.ts. */
  readonly holders: string
  /** Where the watchdog answers a greeting. */
  readonly acks: string
  /** Password of the role `assay`, mode 0600. */
  readonly password: string
  /** Port of the last start, so that a restart keeps it. */
  readonly port: string
  readonly log: string
  /** Names the folder to which the cluster was moved, if it was; see placement.ts. */
  readonly location: string
}

/**
 * Makes `<dataDir>/postgres` (both folders 0700 when new, the room given to the owner of `dataDir`) and names what is
 * in it. Throws an EmbeddedPostgresError when this user cannot.
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

/** The folder's path without symbolic links; a new one is given to the owner of `within`. */
function makeFolder(path: string, within?: string): string {
  try {
    // The mode would hold for new parents, too, and close them to the user that Postgres may have to run as.
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

/** The folder that holds the cluster (`data`) and copies of the binaries: the room, or where `location` points. */
export function clusterHome(files: ClusterFiles): string {
  const moved = readText(files.location)
  if (moved === undefined) return files.room
  if (existsSync(moved)) return moved
  throw new EmbeddedPostgresError(
    `The embedded Postgres of ${files.dataDir} was placed in ${moved}, which is not there. Restore that ` +
      `folder, or delete ${files.location} to begin with an empty database.`,
  )
}

/** Writes a small file so that readers see all of it or the former one; mode 0600. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, file)
}

/** The trimmed text of a small file, undefined when there is none. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Gives the plain files of the room to the owner of the data folder, so that after a start by root the owner can still
 * open them.
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

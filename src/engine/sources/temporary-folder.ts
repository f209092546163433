import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './remove-folder.ts'
import { scanTimeLimits } from './scan-time-limits.ts'

/** What a temporary folder is used for. Also the prefix of its name. */
type Use = 'folder' | 'git' | 'process'

/**
 * Identifies the process that created a folder: machine or container, process ID, and start time. The start time is
 * needed because process IDs are reused.
 */
const own = {
  machine: createHash('sha256').update(hostname()).digest('hex').slice(0, 8),
  pid: process.pid,
  start: Math.round(performance.timeOrigin).toString(36),
} as const

const nameForm = /^(?:folder|git|process)-(?<machine>[0-9a-f]{8})-(?<pid>\d+)-(?<start>[0-9a-z]+)-/

/** Creates a folder with mode 0700 for one scan. The caller must remove it. */
export const makeTemporaryFolder = (parent: string, use: Use): Promise<string> => mkdtemp(prefixIn(parent, use))

/** Does the same at once. */
export const makeTemporaryFolderNow = (parent: string, use: Use): string => mkdtempSync(prefixIn(parent, use))

const prefixIn = (parent: string, use: Use): string => join(parent, `${use}-${own.machine}-${own.pid}-${own.start}-`)

/**
 * Removes folders left behind by killed processes. Folders from this machine are removed immediately. Processes on
 * other machines cannot be checked from here, so their folders are removed once they are older than any scan can be.
 * Several processes and containers may share one parent folder.
 */
export async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = nameForm.exec(name)?.groups
    if (maker === undefined) continue
    const path = join(parent, name)
    // Startup continues even if a folder cannot be removed, for example because another user owns it.
    if (isGone(maker) || (!isOwn(maker) && (await isTooOld(path)))) await removeFolder(path).catch(() => {})
  }
}

type Maker = Readonly<Record<string, string>>

const isOwn = ({ machine, pid, start }: Maker) =>
  machine === own.machine && Number(pid) === own.pid && start === own.start

function isGone(maker: Maker): boolean {
  if (maker['machine'] !== own.machine || isOwn(maker)) return false
  if (Number(maker['pid']) === own.pid) return true
  try {
    process.kill(Number(maker['pid']), 0)
    return false
  } catch (error) {
    // EPERM means that the process is running and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/**
 * Reports whether a folder is older than any scan can be. Its modification time is the time when it was created or its
 * last entry was added.
 */
async function isTooOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
  return Date.now() - mtimeMs > 3 * (scanTimeLimits.maxWorkMs + scanTimeLimits.maxWaitMs)
}

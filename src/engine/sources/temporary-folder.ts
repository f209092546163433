import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { scanTimeLimits } from './scan-time-limits.ts'

/** What temporary folders are for: the beginning of their names. */
type Use = 'folder' | 'git'

/** Names the process that made a folder: machine or container, process id, and when it started, for ids come again. */
const own = {
  machine: createHash('sha256').update(hostname()).digest('hex').slice(0, 8),
  pid: process.pid,
  start: Math.round(performance.timeOrigin).toString(36),
} as const

const nameForm = /^(?:folder|git)-(?<machine>[0-9a-f]{8})-(?<pid>\d+)-(?<start>[0-9a-z]+)-/

/** Makes a folder of mode 0700 for what one scan writes; whoever asks for it removes it. */
export function makeTemporaryFolder(parent: string, use: Use): Promise<string> {
  return mkdtemp(join(parent, `${use}-${own.machine}-${own.pid}-${own.start}-`))
}

/**
 * Removes what processes left that were killed: those of this machine that are no more at once, and of any
 * other, whose processes cannot be seen from here, what is older than a scan can be. Several processes,
 * also in several containers, may work in one folder.
 */
export async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = nameForm.exec(name)?.groups
    if (maker === undefined) continue
    const path = join(parent, name)
    // What cannot be removed, such as another user's, is no reason not to start.
    if (isGone(maker) || (!isOwn(maker) && (await isTooOld(path))))
      await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
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
    // EPERM: it lives, and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** The folder itself is as old as its making or its last entry. */
async function isTooOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
  return Date.now() - mtimeMs > 3 * (scanTimeLimits.maxWorkMs + scanTimeLimits.maxWaitMs)
}

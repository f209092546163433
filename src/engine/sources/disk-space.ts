import { statfs } from 'node:fs/promises'
import type { Log } from '../model/log.ts'

/**
 * Minimum free space on the disk that holds the data folder. Below this, the service reports a problem and workers
 * start no scans. Unpacking one repository can require this much.
 */
export const minRoomBytes = 64 * 1024 * 1024

/**
 * How long a result is cached. Cached because clients can request the readiness at any rate, and workers constantly
 * look for scans.
 */
const keptMs = 5_000
/** Query timeout. A slower disk, for example over a network, counts as not responding. */
const maxMs = 1_000

/**
 * Free space on a disk. `unreadable` if the file system does not report it, `silent` while the disk does not respond.
 */
export type DiskSpaceState =
  | { readonly status: 'enough' }
  | { readonly status: 'little'; readonly bytes: number }
  | { readonly status: 'unreadable'; readonly error: unknown }
  | { readonly status: 'silent' }

/** Reports the free space on the disk that holds a given folder. There is one instance per process. */
export interface DiskSpace {
  /** Returns a state that is at most five seconds old. Resolves within a second and never rejects. */
  look(): Promise<DiskSpaceState>
  /** Returns the free bytes, with the same age and timeout as `look`. Undefined while the disk does not respond. */
  freeBytes(): Promise<number | undefined>
}

export interface DiskSpaceContext {
  readonly folder: string
  /** Called when the state changes, but not on each check. */
  readonly log: Log
  /** Defaults to `freeBytesIn`. */
  readonly measure?: (folder: string) => Promise<number>
}

/** Returns the free bytes on a folder's disk, or Infinity if the file system does not report them. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return blocks === 0 ? Infinity : bavail * bsize
}

/**
 * Creates a view of one disk. Starts no new query until the previous one has finished, because each hanging query
 * blocks one of the few file system threads.
 */
export function createDiskSpace({ folder, log, measure = freeBytesIn }: DiskSpaceContext): DiskSpace {
  let last: { readonly at: number; readonly state: DiskSpaceState; readonly bytes: number } | undefined
  let asked: { readonly at: number; readonly answer: Promise<DiskSpaceState> } | undefined
  let told: DiskSpaceState['status'] = 'enough'

  async function ask(): Promise<DiskSpaceState> {
    const [state, bytes] = await measure(folder).then(
      (free) => [stateOf(free), free] as const,
      (error: unknown) => [{ status: 'unreadable', error } as const, NaN] as const,
    )
    last = { at: performance.now(), state, bytes }
    asked = undefined
    return state
  }

  async function askedState(): Promise<DiskSpaceState> {
    asked ??= { at: performance.now(), answer: ask() }
    return orSilent(asked.answer, asked.at + maxMs - performance.now())
  }

  function tell(state: DiskSpaceState): void {
    if (state.status === told) return
    told = state.status
    if (state.status === 'enough') log.info('the disk of the data folder has enough free space again')
    else if (state.status === 'little')
      log.warn(
        `the disk of the data folder has ${megabytes(state.bytes)} MB of free space: no scan starts with less ` +
          `than ${megabytes(minRoomBytes)} MB`,
      )
    else if (state.status === 'unreadable')
      log.warn({ err: state.error }, 'the free space of the data folder cannot be read: no scan starts')
    else log.warn('the disk of the data folder does not respond: no scan starts')
  }

  async function look(): Promise<DiskSpaceState> {
    const state = last && performance.now() - last.at < keptMs ? last.state : await askedState()
    tell(state)
    return state
  }

  return {
    look,
    async freeBytes() {
      return (await look()).status === 'silent' || !Number.isFinite(last?.bytes) ? undefined : last?.bytes
    },
  }
}

export const megabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024))

function stateOf(bytes: number): DiskSpaceState {
  return bytes < minRoomBytes ? { status: 'little', bytes } : { status: 'enough' }
}

async function orSilent(answer: Promise<DiskSpaceState>, ms: number): Promise<DiskSpaceState> {
  const { promise: silent, resolve } = Promise.withResolvers<DiskSpaceState>()
  const timer = setTimeout(() => resolve({ status: 'silent' }), Math.max(0, ms))
  try {
    return await Promise.race([answer, silent])
  } finally {
    clearTimeout(timer)
  }
}

import { statfs } from 'node:fs/promises'
import type { Log } from '../model/log.ts'

/**
 * With less free space on the disk of the data folder, the service reports it and workers start no scans, because a
 * repository can unpack to that size.
 */
export const minRoomBytes = 64 * 1024 * 1024

/**
 * Time for which a result is cached, because clients request readiness at any rate, and workers look for scans all the
 * time.
 */
const keptMs = 5_000
/** A disk that takes longer, for example over a network, counts as not responding. */
const maxMs = 1_000

/** Free space on a disk: `unreadable` if the file system does not provide it, `silent` while it does not respond. */
export type DiskSpaceState =
  | { readonly status: 'enough' }
  | { readonly status: 'little'; readonly bytes: number }
  | { readonly status: 'unreadable'; readonly error: unknown }
  | { readonly status: 'silent' }

/** The free space on the disk of one folder; one per process. */
export interface DiskSpace {
  /** At most five seconds old. Resolves within a second, and never rejects. */
  look(): Promise<DiskSpaceState>
  /** The bytes from the last `look`, with the same age and speed. Undefined while the disk does not respond. */
  freeBytes(): Promise<number | undefined>
}

export interface DiskSpaceContext {
  readonly folder: string
  /** Called when the state changes, not at each check. */
  readonly log: Log
  /** Defaults to `freeBytesIn`. */
  readonly measure?: (folder: string) => Promise<number>
}

/** Free bytes on the disk of a folder. Infinity if the file system does not provide it. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return blocks === 0 ? Infinity : bavail * bsize
}

/**
 * Queries a disk again only after it has responded, because each hanging query occupies one of the few threads for file
 * access.
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

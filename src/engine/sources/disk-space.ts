import { statfs } from 'node:fs/promises'
import type { Log } from '../model/log.ts'

/**
 * With less on the disk of the data folder the service says so, and workers begin no scans: a repository unpacks to as
 * much.
 */
export const minRoomBytes = 64 * 1024 * 1024

/** How long an answer holds: readiness is asked by whoever likes, and workers look for scans all the time. */
const keptMs = 5_000
/** A disk that takes longer, as one across a network may, does not answer. */
const maxMs = 1_000

/**
 * What is known of the room on a disk: `unreadable` when the file system refuses to say, `silent` while it says
 * nothing.
 */
export type DiskSpaceState =
  | { readonly status: 'enough' }
  | { readonly status: 'little'; readonly bytes: number }
  | { readonly status: 'unreadable'; readonly error: unknown }
  | { readonly status: 'silent' }

/** The room on the disk of one folder; one for each process. */
export interface DiskSpace {
  /** At most five seconds old, and within a second; never rejects. */
  look(): Promise<DiskSpaceState>
  /** The bytes behind what `look` tells, as old and as fast; undefined while the disk does not say. */
  freeBytes(): Promise<number | undefined>
}

export interface DiskSpaceContext {
  readonly folder: string
  /** Hears of it when what is known becomes another, not at each look. */
  readonly log: Log
  /** `freeBytesIn` unless given. */
  readonly measure?: (folder: string) => Promise<number>
}

/** Bytes that may still be written where a folder is; Infinity where the file system does not say. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return blocks === 0 ? Infinity : bavail * bsize
}

/**
 * Asks a disk again only when it has answered: each question that hangs holds one of the few threads that all files are
 * read with.
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

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'

/** Milliseconds: by the clock, of the thread that does it, and of all threads of the process. */
export interface Took {
  readonly clockMs: number
  readonly threadMs: number
  readonly cpuMs: number
}

/** What one package took: to be parsed alone, and to be parsed, lowered, linked and followed. */
export interface PackageSpeed {
  readonly parsing: Took
  readonly all: Took
  readonly loweredCpuMs: number
  readonly followedCpuMs: number
}

/** What `speed-process.ts` writes. */
export interface SpeedOfPackages {
  readonly packages: readonly { readonly name: string; readonly bytes: number }[]
  /** Packages of which nothing was understood. */
  readonly unread: readonly string[]
  /** Following all of them the first time in the process. */
  readonly firstClockMs: number
  /** By round and package. */
  readonly rounds: readonly (readonly PackageSpeed[])[]
  /** Characters of files that nothing is followed through. */
  readonly leftBytes: number
  readonly peakBytes: number
}

/**
 * Parses packages and follows data through them in a process with the room for new objects that children of a scan
 * have.
 */
export function speedOfPackages(folder: string, rounds: number): SpeedOfPackages {
  const room = `--max-semi-space-size=${isolationLimits.maxNewObjectBytes / 1024 / 1024}`
  return JSON.parse(
    execFileSync(
      process.execPath,
      [room, fileURLToPath(new URL('speed-process.ts', import.meta.url)), folder, String(rounds)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    ).toString(),
  ) as SpeedOfPackages
}

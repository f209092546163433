import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'

/** Milliseconds: wall-clock time, CPU time of the working thread, and CPU time of all threads. */
export interface Took {
  readonly clockMs: number
  readonly threadMs: number
  readonly cpuMs: number
}

/** Time for one package: parsing alone, and parsing, lowering, linking, and analyzing. */
export interface PackageSpeed {
  readonly parsing: Took
  readonly all: Took
  readonly loweredCpuMs: number
  readonly followedCpuMs: number
}

/** Output of `speed-process.ts`. */
export interface SpeedOfPackages {
  readonly packages: readonly { readonly name: string; readonly bytes: number }[]
  /** Packages in which no file could be parsed. */
  readonly unread: readonly string[]
  /** The first analysis of all packages in the process. */
  readonly firstClockMs: number
  /** By round, then by package. */
  readonly rounds: readonly (readonly PackageSpeed[])[]
  /** Characters of files that are not analyzed. */
  readonly leftBytes: number
  readonly peakBytes: number
}

/** Parses and analyzes packages in a process with the same limit for new objects as the child processes of a scan. */
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

import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'

/** Location of a program's report. */
export interface Reported {
  /** Path in the tree. */
  readonly path: string
  readonly line?: number | undefined
}

/** Another program that detects some of the same weaknesses. */
export interface Peer {
  readonly name: string
  /** The executable. */
  readonly program: string
  /** Arguments that restrict it to the tree and disable the network. Undefined if it cannot run here. */
  words(tree: string): readonly string[] | undefined
  /** Environment variables. They may refer to files that are written to the folder. */
  settings?(folder: string): Readonly<Record<string, string>>
  /** Parses its output. Throws if the format is unexpected. */
  reported(printed: string): readonly Reported[]
  /** Assay's detectors for the same weaknesses. */
  readonly ours: readonly string[]
  readonly trees: readonly TreeName[]
  /** Extensions of the files that it reads, to select labeled cases. Absent for all files. */
  readonly files?: RegExp
}

/**
 * Scanned trees. `own-sources` is `src`. `labelled-secrets` contains invented secrets and text that looks similar.
 * `pairs` contains vulnerable servers and their safe twins. `old-dependencies` contains a lockfile with known
 * vulnerabilities.
 */
export type TreeName = 'labelled-secrets' | 'old-dependencies' | 'own-sources' | 'pairs'

/**
 * Returns the location of a program in the folders of `PEERS` (in the format of PATH) or in PATH. Undefined if it is
 * not found.
 */
export function locate(program: string): string | undefined {
  const folders = `${process.env['PEERS'] ?? ''}${delimiter}${process.env['PATH'] ?? ''}`
    .split(delimiter)
    .filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const maxMs = 20 * 60_000

/**
 * Runs a program, which may exit with 1 if it reports something. Calls must not overlap, because their CPU times would
 * be added. Undefined if the program failed.
 */
export async function timedRun(
  program: string,
  words: readonly string[],
  { tree, settings = {} }: { readonly tree: string; readonly settings?: Readonly<Record<string, string>> | undefined },
): Promise<{ readonly seconds: number; readonly cpuSeconds: number; readonly printed: string } | undefined> {
  const [startedAt, cpuBefore] = [performance.now(), endedChildrenCpuSeconds()]
  return new Promise((resolve) => {
    // eslint ignores files outside of its working directory.
    execFile(
      program,
      words,
      {
        cwd: tree,
        maxBuffer: 512 * 1024 ** 2,
        timeout: maxMs,
        env: { ...process.env, SEMGREP_SEND_METRICS: 'off', ...settings },
      },
      (error, printed, errors) => {
        const code: unknown = error?.code
        const hasWorked = error === null || code === 1
        if (!hasWorked)
          process.stderr.write(
            `peers: ${program} did not work: ${String(code ?? error.signal)} ${errors.slice(-300)}\n`,
          )
        resolve(
          hasWorked
            ? {
                seconds: (performance.now() - startedAt) / 1_000,
                cpuSeconds: endedChildrenCpuSeconds() - cpuBefore,
                printed,
              }
            : undefined,
        )
      },
    )
  })
}

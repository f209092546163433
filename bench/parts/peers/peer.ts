import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'

/** A program's report, by location. */
export interface Reported {
  /** Path in the tree. */
  readonly path: string
  readonly line?: number | undefined
}

/** Another program with overlapping detection. */
export interface Peer {
  readonly name: string
  /** The executable. */
  readonly program: string
  /** Arguments so that it reads only the tree and uses no network. Undefined if it cannot run here. */
  words(tree: string): readonly string[] | undefined
  /** Environment variables. The folder may contain prepared files. */
  settings?(folder: string): Readonly<Record<string, string>>
  /** Parses its output. Throws if the format is unexpected. */
  reported(printed: string): readonly Reported[]
  /** Assay's detectors for the same weaknesses. */
  readonly ours: readonly string[]
  readonly trees: readonly TreeName[]
  /** Extensions of the files that it reads, for labeled trees. Absent for all. */
  readonly files?: RegExp
}

/**
 * Scanned trees: `own-sources` is `src`, `labelled-secrets` contains invented secrets and text that looks similar,
 * `pairs` vulnerable servers and their safe twins, and `old-dependencies` a lockfile with known vulnerabilities.
 */
export type TreeName = 'labelled-secrets' | 'old-dependencies' | 'own-sources' | 'pairs'

/**
 * Location of a program, in the folders of `PEERS` (in the format of PATH) and then in PATH. Undefined if it is not
 * found.
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
 * Runs a program. Such programs exit with 1 if they found something. One at a time, because CPU times would mix.
 * Undefined if it failed.
 */
export async function timedRun(
  program: string,
  words: readonly string[],
  { tree, settings = {} }: { readonly tree: string; readonly settings?: Readonly<Record<string, string>> | undefined },
): Promise<{ readonly seconds: number; readonly cpuSeconds: number; readonly printed: string } | undefined> {
  const [startedAt, cpuBefore] = [performance.now(), endedChildrenCpuSeconds()]
  return new Promise((resolve) => {
    // What lies outside of where it runs eslint leaves out.
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

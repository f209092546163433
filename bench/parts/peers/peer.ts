import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'

/** What a program reports, by where it is. */
export interface Reported {
  /** Within the tree. */
  readonly path: string
  readonly line?: number | undefined
}

/** Another program that looks for some of what we look for. */
export interface Peer {
  readonly name: string
  /** The file that is run. */
  readonly program: string
  /** What it is told, so that it reads the tree and nothing else, and asks nobody. Undefined: it cannot be run here. */
  words(tree: string): readonly string[] | undefined
  /** What it is told by the environment; it may be left things in the folder. */
  settings?(folder: string): Readonly<Record<string, string>>
  /** What stands in what it printed; throws where that is not what it prints. */
  reported(printed: string): readonly Reported[]
  /** Of our detectors, which look for the same. */
  readonly ours: readonly string[]
  readonly trees: readonly TreeName[]
  /** The files that it reads, by their endings: what it can tell of labelled trees. Absent: all. */
  readonly files?: RegExp
}

/**
 * What is scanned: `own-sources` is `src`, `labelled-secrets` files with invented secrets and such that only look like
 * it, `pairs` flawed servers and their safe twins, `old-dependencies` a lockfile with flaws that are known.
 */
export type TreeName = 'labelled-secrets' | 'old-dependencies' | 'own-sources' | 'pairs'

/** Where a program is, in the folders of `PEERS` (as PATH has them) and then of PATH; undefined: nowhere. */
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
 * Runs a program to its end; programs of this kind end with 1 when they found something. One at a time, or their CPU
 * times mix. Undefined when it did not work.
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

import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Another program that looks for some of what we look for. */
export interface Peer {
  readonly name: string
  /** The file that is run. */
  readonly program: string
  /** What it is told, so that it reads the tree and nothing else, and asks nobody. */
  words(tree: string): readonly string[]
  /** How many findings stand in what it printed; throws where that is not what it prints. */
  count(printed: string): number
  /** Of our detectors, which look for the same. */
  readonly ours: readonly string[]
  readonly trees: readonly string[]
}

/** Where a program is, in the folders of `PEERS` (as PATH has them) and then of PATH; undefined: nowhere. */
export function locate(program: string): string | undefined {
  const folders = `${process.env['PEERS'] ?? ''}${delimiter}${process.env['PATH'] ?? ''}`.split(delimiter).filter((folder) => folder !== '')
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

const mostMs = 20 * 60_000

/** Runs a program to its end; programs of this kind end with 1 when they found something. Undefined when it did not work. */
export async function timedRun(program: string, words: readonly string[]): Promise<{ readonly seconds: number; readonly printed: string } | undefined> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    execFile(program, words, { maxBuffer: 512 * 1024 ** 2, timeout: mostMs, env: { ...process.env, SEMGREP_SEND_METRICS: 'off' } }, (error, printed) => {
      const code: unknown = error?.code
      resolve(code === undefined || code === 0 || code === 1 ? { seconds: (performance.now() - startedAt) / 1_000, printed } : undefined)
    })
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export interface MeasuredRun {
  readonly exitCode: number | null
  readonly out: string
  readonly err: string
  readonly seconds: number
  /** Peak resident memory of the process and its descendants, without the database. */
  readonly peakMegabytes: number
}

const lookEveryMs = 20
const pageBytes = 4096

/** Runs a program and measures its cost. */
export async function measuredRun(
  program: string,
  words: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<MeasuredRun> {
  const startedAt = performance.now()
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let peakBytes = 0
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, residentBytes(child.pid ?? 0))), lookEveryMs)
  try {
    const [out, err, [exitCode]] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    return { exitCode, out, err, seconds: (performance.now() - startedAt) / 1000, peakMegabytes: peakBytes / 2 ** 20 }
  } finally {
    clearInterval(watch)
  }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

/**
 * Returns the memory of a process and its descendants (proc(5)). Excludes Postgres, which is the same for every source.
 */
function residentBytes(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const family = new Set([root])
  // Parents have smaller numbers than their children, unless numbers wrapped around. A second round finds those
  // children.
  for (let round = 0; round < 2; round += 1)
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  return processes
    .filter(({ pid, name }) => family.has(pid) && !name.startsWith('postgres'))
    .reduce((sum, { bytes }) => sum + bytes, 0)
}

function readProcess(pid: number): { pid: number; parent: number; name: string; bytes: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, name = '', rest = ''] = /\((.*)\) (.*)$/s.exec(stat) ?? []
    const fields = rest.split(' ')
    return [{ pid, parent: Number(fields[1]), name, bytes: Number(fields[21]) * pageBytes }]
  } catch {
    // The process ended between the two reads.
    return []
  }
}

import { readFileSync } from 'node:fs'
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { processFamily } from '../../process-family.ts'

/**
 * Owners of memory: `service` is the process of the service, `children` its child processes without PostgreSQL,
 * `database` the private memory of PostgreSQL's processes, and `buffers` their shared pages. In every new service, the
 * buffers grow up to their limit and are never returned.
 */
export const owners = ['service', 'children', 'database', 'buffers'] as const
export type Owner = (typeof owners)[number]

export interface MemoryWatch extends AsyncDisposable {
  /** Samples in MB. */
  samples(of: Owner): readonly number[]
  /** Growth of the memory in MB per hour, by least squares. Ignores samples of the first `afterSeconds`. */
  slopePerHour(of: Owner, afterSeconds: number): number
}

interface Moment extends Readonly<Record<Owner, number>> {
  /** Time since the start of the watch. */
  readonly seconds: number
}

/** Interval in milliseconds. A sample takes 40 ms of CPU time with 34 processes of PostgreSQL. */
const everyMs = 5_000

/**
 * Samples the anonymous memory of a process and its descendants, because only that can leak. Excludes mapped files,
 * such as programs.
 */
export function watchMemory(pid: number): MemoryWatch {
  const startedAt = performance.now()
  const moments: Moment[] = []
  const stop = new AbortController()
  const watching = (async () => {
    while (!stop.signal.aborted) {
      moments.push({ seconds: (performance.now() - startedAt) / 1_000, ...(await memoryOf(pid)) })
      await pause(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return {
    samples: (of) => moments.map((moment) => moment[of]),
    slopePerHour: (of, afterSeconds) =>
      3_600 *
      slope(moments.filter(({ seconds }) => seconds >= afterSeconds).map((moment) => [moment.seconds, moment[of]])),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await watching
    },
  }
}

function slope(points: readonly (readonly [number, number])[]): number {
  const middle = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middleX, middleY] = [middle(0), middle(1)]
  return (
    points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0) /
    points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  )
}

async function memoryOf(root: number): Promise<Record<Owner, number>> {
  const sums: Record<Owner, number> = { service: 0, children: 0, database: 0, buffers: 0 }
  for (const { pid, name } of processFamily(root)) {
    // Requests that are due come first.
    await breathe()
    const pages = pagesOf(pid)
    sums[pid === root ? 'service' : name === 'postgres' ? 'database' : 'children'] += pages.own
    sums.buffers += pages.shared
  }
  return sums
}

/** Returns MB. Shared pages count proportionally (proc(5), smaps_rollup). */
function pagesOf(pid: number): { readonly own: number; readonly shared: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    const [own = 0, shared = 0] = ['Pss_Anon', 'Pss_Shmem'].map(
      (name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1_024) / 1e6,
    )
    return { own, shared }
  } catch {
    return { own: 0, shared: 0 }
  }
}

import { readFileSync } from 'node:fs'
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { processFamily } from '../../process-family.ts'

/**
 * Whose memory: `service` is the process of the service, `children` the programs that it started, without PostgreSQL,
 * `database` what PostgreSQL's processes have for themselves, `buffers` the pages that they share. These are touched
 * one after the other up to their bound, and never given back: they grow in any service that is new.
 */
export const owners = ['service', 'children', 'database', 'buffers'] as const
export type Owner = (typeof owners)[number]

export interface MemoryWatch extends AsyncDisposable {
  /** In MB, each of a moment. */
  samples(of: Owner): readonly number[]
  /** How fast that memory grows, in MB an hour, by least squares over what came after so many seconds. */
  slopePerHour(of: Owner, afterSeconds: number): number
}

interface Moment extends Readonly<Record<Owner, number>> {
  /** Since the watch began. */
  readonly seconds: number
}

/** A look takes 40 ms of the processor with 34 processes of PostgreSQL. */
const everyMs = 5_000

/**
 * Samples what a process and its descendants have in memory that no file backs: what can leak. Files that are mapped,
 * such as programs, are not in it.
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
    // Requests that are due go first.
    await breathe()
    const pages = pagesOf(pid)
    sums[pid === root ? 'service' : name === 'postgres' ? 'database' : 'children'] += pages.own
    sums.buffers += pages.shared
  }
  return sums
}

/** In MB; pages that processes share count in parts (proc(5), smaps_rollup). */
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

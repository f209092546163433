import { readFileSync } from 'node:fs'
import { processFamily } from '../../process-family.ts'

/** Memory of processes at one point in time. */
export interface TreeMemory {
  readonly megabytes: number
  /** By program name. */
  readonly parts: Readonly<Record<string, number>>
}

export interface WatchedTree extends Disposable {
  look(): TreeMemory
  peak(): TreeMemory
}

/** Sampling interval. Reading the sizes of ten processes takes about 10 ms. */
const lookEveryMs = 100

/**
 * Watches the memory of a process and all its descendants, including Postgres. Adds proportional set sizes (proc(5),
 * smaps_rollup), which count shared pages, such as programs and Postgres buffers, once.
 */
export function watchProcessTree(root: number, everyMs = lookEveryMs): WatchedTree {
  let peak: TreeMemory = { megabytes: 0, parts: {} }
  const look = () => {
    const seen = treeMemory(root)
    if (seen.megabytes > peak.megabytes) peak = seen
    return seen
  }
  const watch = setInterval(look, everyMs)
  return { look, peak: () => peak, [Symbol.dispose]: () => clearInterval(watch) }
}

function treeMemory(root: number): TreeMemory {
  const parts: Record<string, number> = {}
  for (const { pid, name } of processFamily(root)) parts[name] = (parts[name] ?? 0) + proportionalMegabytes(pid)
  return { megabytes: Object.values(parts).reduce((sum, part) => sum + part, 0), parts }
}

function proportionalMegabytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

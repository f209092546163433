import { readdirSync, readFileSync } from 'node:fs'

/** Memory of processes at one moment. */
export interface TreeMemory {
  readonly megabytes: number
  /** By name of program. */
  readonly parts: Readonly<Record<string, number>>
}

export interface WatchedTree extends Disposable {
  look(): TreeMemory
  peak(): TreeMemory
}

/** Reading the sizes of ten processes takes some 10 ms. */
const lookEveryMs = 100

/**
 * Watches what a process and all its descendants take, Postgres too. Counted are proportional set sizes (proc(5), smaps_rollup): pages that
 * processes share, such as programs and Postgres's buffers, count once.
 */
export function watchProcessTree(root: number): WatchedTree {
  let peak: TreeMemory = { megabytes: 0, parts: {} }
  const look = () => {
    const seen = treeMemory(root)
    if (seen.megabytes > peak.megabytes) peak = seen
    return seen
  }
  const watch = setInterval(look, lookEveryMs)
  return { look, peak: () => peak, [Symbol.dispose]: () => clearInterval(watch) }
}

function treeMemory(root: number): TreeMemory {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => readProcess(Number(name)))
  const family = new Set([root])
  for (let known = 0; known < family.size;) {
    known = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  const parts: Record<string, number> = {}
  for (const { pid, name } of processes) if (family.has(pid)) parts[name] = (parts[name] ?? 0) + proportionalMegabytes(pid)
  return { megabytes: Object.values(parts).reduce((sum, part) => sum + part, 0), parts }
}

function readProcess(pid: number): { pid: number; parent: number; name: string }[] {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
    return [{ pid, parent: Number(rest.split(' ')[1]), name }]
  } catch {
    // It ended between the two looks.
    return []
  }
}

function proportionalMegabytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

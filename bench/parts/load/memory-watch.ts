import { readFileSync } from 'node:fs'

export interface MemoryWatch extends Disposable {
  /** In MB, each of a moment. */
  readonly samples: readonly number[]
  /** How fast the memory grows, in MB an hour, by least squares over what came after `afterSeconds`. */
  slopePerHour(afterSeconds: number): number
}

const everyMs = 1_000

/** Samples the memory of a process, as `VmRSS` of Linux has it. */
export function watchMemory(pid: number): MemoryWatch {
  const samples: number[] = []
  const sample = () => samples.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_000)
  sample()
  const timer = setInterval(sample, everyMs)
  return {
    samples,
    slopePerHour(afterSeconds) {
      const counted = samples.slice((afterSeconds * 1_000) / everyMs)
      const [middleX, middleY] = [(counted.length - 1) / 2, counted.reduce((sum, each) => sum + each, 0) / counted.length]
      const covariance = counted.reduce((sum, each, index) => sum + (index - middleX) * (each - middleY), 0)
      const variance = counted.reduce((sum, _each, index) => sum + (index - middleX) ** 2, 0)
      return (covariance / variance) * (3_600_000 / everyMs)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

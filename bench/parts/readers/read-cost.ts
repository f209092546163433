import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../../src/engine/isolation/confinement.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import type { FileShape } from './file-shape.ts'

/** Cost of reading one file. */
export interface ReadCost {
  /** Size of the file and the files next to it. */
  readonly bytes: number
  /** CPU time of the reading thread. */
  readonly cpuMs: number
  /** `read`, or the reason why the file is rejected. */
  readonly outcome: string
}

/** Cost of files of one shape in increasing sizes. */
export interface ShapeCost {
  readonly shape: FileShape
  readonly costs: readonly ReadCost[]
  /** Peak memory of a process that reads the largest file, without its initial memory. */
  readonly peakMB: number
}

/** Time limit for all sizes of one shape. The largest file within the limit of the benchmark takes 16 s. */
const maxMs = 5 * 60_000

/**
 * Measures files of a shape in a separate process, and the memory for the largest file in another one. Both have the
 * memory settings of child processes that read manifests. Throws if it takes too long.
 */
export function costOfShape(shape: FileShape, sizes: readonly number[]): ShapeCost {
  const cost = (of: readonly number[]): Omit<ShapeCost, 'shape'> => costInProcess(shape, of)
  // A process that has read smaller files still holds some of their memory.
  return { shape, costs: cost(sizes).costs, peakMB: cost([Math.max(...sizes)]).peakMB }
}

function costInProcess(shape: FileShape, sizes: readonly number[]): Omit<ShapeCost, 'shape'> {
  const program = fileURLToPath(new URL('read-process.ts', import.meta.url))
  const semiSpace = `--max-semi-space-size=${isolationLimits.maxNewObjectBytes / 1024 / 1024}`
  const written = execFileSync(
    process.execPath,
    [semiSpace, program, shape.reader, shape.shape, ...sizes.map(String)],
    {
      env: childEnvironment,
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 16 * 1024 * 1024,
      timeout: maxMs,
      killSignal: 'SIGKILL',
    },
  ).toString()
  return JSON.parse(written) as Omit<ShapeCost, 'shape'>
}

/** Maximum time per KiB at any size, in milliseconds. */
export const msOfKiB = ({ costs }: ShapeCost): number =>
  Math.max(...costs.map(({ cpuMs, bytes }) => (cpuMs / bytes) * 1024))

/**
 * Exponent of the growth of time with size, over all sizes that take long enough to measure. 1 is linear. Sizes with
 * different results are separate, because early rejections of larger files would hide the growth.
 */
export function growth({ costs }: Pick<ShapeCost, 'costs'>): number {
  const alike = Map.groupBy(costs, ({ outcome }) => outcome.replaceAll(/\d+/g, ''))
  return Math.max(...[...alike.values()].map(growthOf))
}

function growthOf(costs: readonly ReadCost[]): number {
  const measured = costs
    .filter(({ cpuMs }) => cpuMs > 10)
    .map(({ bytes, cpuMs }) => ({ x: Math.log(bytes), y: Math.log(cpuMs) }))
  if (measured.length < 2) return 0
  const middle = (of: 'x' | 'y'): number => measured.reduce((sum, point) => sum + point[of], 0) / measured.length
  const [x, y] = [middle('x'), middle('y')]
  const spread = measured.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return spread === 0 ? 0 : measured.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
}

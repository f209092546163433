import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../../src/engine/isolation/confinement.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import type { FileShape } from './file-shape.ts'

/** What reading one file took. */
export interface ReadCost {
  /** Of the file and those beside it. */
  readonly bytes: number
  /** Of the thread that reads. */
  readonly cpuMs: number
  /** `read`, or why the file is refused. */
  readonly outcome: string
}

/** What files of one shape took, in growing sizes. */
export interface ShapeCost {
  readonly shape: FileShape
  readonly costs: readonly ReadCost[]
  /** The most memory that a process took for the largest of them, beyond what it had before. */
  readonly peakMB: number
}

/** For all sizes of one shape: the largest file that the limit of the bench allows takes 16 s. */
const maxMs = 5 * 60_000

/**
 * Reads files of a shape in a process of its own, and the largest in another for its memory, with the memory settings
 * of the children that read manifests. Throws when it takes too long.
 */
export function costOfShape(shape: FileShape, sizes: readonly number[]): ShapeCost {
  const cost = (of: readonly number[]): Omit<ShapeCost, 'shape'> => costInProcess(shape, of)
  // A process that has read smaller files still holds what is left of them.
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

/** The most that one KiB took at any size, in milliseconds. */
export const msOfKiB = ({ costs }: ShapeCost): number =>
  Math.max(...costs.map(({ cpuMs, bytes }) => (cpuMs / bytes) * 1024))

/**
 * By which power of the size the time grows, over all sizes that take long enough to be measured; 1 is linear. Sizes
 * with different outcomes are apart: where the larger files are refused early, all of them together seem to grow
 * slowly.
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

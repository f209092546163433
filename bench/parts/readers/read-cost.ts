import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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
  /** The most memory that the process took for them, beyond what it had before. */
  readonly peakMB: number
}

/** Reads files of a shape in a process of their own. */
export function costOfShape(shape: FileShape, sizes: readonly number[]): ShapeCost {
  const written = execFileSync(process.execPath, [fileURLToPath(new URL('read-process.ts', import.meta.url)), shape.reader, shape.shape, ...sizes.map(String)], { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 16 * 1024 * 1024 }).toString()
  return { shape, ...(JSON.parse(written) as Omit<ShapeCost, 'shape'>) }
}

/** The most that one KiB took at any size, in milliseconds. */
export const msOfKiB = ({ costs }: ShapeCost): number => Math.max(...costs.map(({ cpuMs, bytes }) => (cpuMs / bytes) * 1024))

/** By which power of the size the time grows, over all sizes that take long enough to be measured; 1 is linear. */
export function growth({ costs }: ShapeCost): number {
  const measured = costs.filter(({ cpuMs }) => cpuMs > 5).map(({ bytes, cpuMs }) => ({ x: Math.log(bytes), y: Math.log(cpuMs) }))
  if (measured.length < 2) return 0
  const middle = (of: 'x' | 'y'): number => measured.reduce((sum, point) => sum + point[of], 0) / measured.length
  const [x, y] = [middle('x'), middle('y')]
  const spread = measured.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return spread === 0 ? 0 : measured.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
}

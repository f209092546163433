import { manifestReaders } from '../../src/engine/inventory/readers/catalogue.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { hostileFiles } from './readers/hostile-files.ts'
import { ordinaryFiles } from './readers/ordinary-files.ts'
import { costOfShape, growth, msOfKiB, type ShapeCost } from './readers/read-cost.ts'

const KiB = 1024
const sizes = [16 * KiB, 64 * KiB, 256 * KiB, 1024 * KiB, 4096 * KiB]

/** Limits: time per KiB of the worst file of any reader, exponent of the growth with the size, and memory for 4 MiB. */
const most = { msOfKiB: 4, growth: 1.3, peakMB: 320 }

/** Measures manifest and lockfile readers, each with a typical file and with files crafted to be expensive. */
export const readers: BenchPart = {
  id: 'readers',
  async *run() {
    for (const { id } of manifestReaders) {
      yield* summary(
        `${id}: typical file`,
        ordinaryFiles.filter(({ reader }) => reader === id).map((shape) => costOfShape(shape, sizes)),
      )
      yield* summary(
        `${id}: worst case`,
        hostileFiles.filter(({ reader }) => reader === id).map((shape) => costOfShape(shape, sizes)),
      )
    }
  },
}

/** Yields the worst of several shapes for each measure, with the name of the shape. */
function* summary(what: string, costs: readonly ShapeCost[]): Iterable<Measurement> {
  const measures = [
    { name: 'CPU per KiB', unit: 'ms', valueOf: msOfKiB, limit: most.msOfKiB },
    { name: 'growth exponent', unit: '', valueOf: growth, limit: most.growth },
    {
      name: 'peak memory, files up to 4 MiB',
      unit: 'MB',
      valueOf: ({ peakMB }: ShapeCost) => peakMB,
      limit: most.peakMB,
    },
  ]
  for (const { name, unit, valueOf, limit } of measures) {
    const [worst] = costs.toSorted((a, b) => valueOf(b) - valueOf(a))
    if (worst)
      yield measurement({
        measure: `${what}, ${name} (${worst.shape.shape})`,
        unit,
        samples: [valueOf(worst)],
        peer: { name: 'limit', median: limit },
      })
  }
}

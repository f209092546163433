import { availableParallelism } from 'node:os'
import { type BenchPart, measurement, median } from '../measurement.ts'
import { type ManyScans, scanWithWorkers } from './workers/scan-with-workers.ts'

const maxScans = Number(process.env['WORKERS_SCANS'] ?? 60)
const rounds = Number(process.env['WORKERS_ROUNDS'] ?? 3)

/**
 * Compares the same scans with one worker and with two workers on one database. With a registry that responds
 * immediately, scans wait for the CPU. With one as slow as distant registries, scans wait for a slot. The used cores
 * and the CPU time per scan explain each ratio. `WORKERS_SCANS` and `WORKERS_ROUNDS` change the size, for experiments.
 */
export const workers: BenchPart = {
  id: 'workers',
  async *run() {
    for (const registryMs of [0, 1_000]) {
      // A quarter of the scans is enough with the slow registry, because a scan takes seconds.
      const scans = registryMs === 0 ? maxScans : Math.ceil(maxScans / 4)
      const one: ManyScans[] = []
      const two: ManyScans[] = []
      // The rounds alternate so that other load on the machine affects both.
      for (let round = 0; round < rounds; round += 1) {
        one.push(await scanWithWorkers({ workers: 1, scans, registryMs }))
        two.push(await scanWithWorkers({ workers: 2, scans, registryMs }))
      }
      const compared = (figure: keyof ManyScans) => ({
        samples: two.map((run) => run[figure]),
        peer: { name: 'one worker', median: median(one.map((run) => run[figure])) },
      })
      const what = `registry responds after ${registryMs} ms`
      yield measurement({
        measure: `${scans} scans of a package with three dependencies, two workers, ${what}`,
        unit: 'scans/s',
        ...compared('perSecond'),
      })
      yield measurement({
        measure: `cores used by the service and its database, of ${availableParallelism()}, two workers, ` + `${what}`,
        unit: 'cores',
        ...compared('processors'),
      })
      yield measurement({
        measure: `total CPU time per scan, two workers, ${what}`,
        unit: 's',
        ...compared('cpuPerScan'),
      })
      yield measurement({
        measure: `CPU time per scan in the database, two workers, ${what}`,
        unit: 's',
        ...compared('databaseCpuPerScan'),
      })
    }
  },
}

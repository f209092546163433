import { availableParallelism } from 'node:os'
import { type BenchPart, measurement, median } from '../measurement.ts'
import { type ManyScans, scanWithWorkers } from './workers/scan-with-workers.ts'

const maxScans = Number(process.env['WORKERS_SCANS'] ?? 60)
const rounds = Number(process.env['WORKERS_ROUNDS'] ?? 3)

/**
 * The same scans by one worker and by two over one database, with a registry that answers at once, where scans wait for
 * processors, and with one that takes as long as registries far away, where they wait for one of a worker's places.
 * What explains each ratio stands beside it: how many of the machine's processors were in use, and what a scan takes of
 * them. `WORKERS_SCANS` and `WORKERS_ROUNDS` are other sizes, for trying.
 */
export const workers: BenchPart = {
  id: 'workers',
  async *run() {
    for (const registryMs of [0, 1_000]) {
      // Where they wait, a scan takes seconds, and a quarter tells as much.
      const scans = registryMs === 0 ? maxScans : Math.ceil(maxScans / 4)
      const one: ManyScans[] = []
      const two: ManyScans[] = []
      // In turn, so that what else the machine does meets both.
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

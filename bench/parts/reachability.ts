import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { scannedProject } from '../../test/engine/scanner/reachability/scanned-project.ts'
import { type BenchPart, measurement, median } from '../measurement.ts'
import { endedChildrenCpuSeconds } from '../process-cpu.ts'
import { projectWith } from './reachability/installed-packages.ts'
import { watchProcessTree } from './scan/process-tree.ts'

const packageCount = 100
const rounds = 5

/**
 * Scans a project with 100 packages of this project's `node_modules`, which a registry on loopback serves: without the
 * reachability analysis, with it and an empty store, and with it and a filled store. CPU times include all processes.
 */
export const reachability: BenchPart = {
  id: 'reachability',
  async *run() {
    await using scanned = await scannedProject(projectWith(packageCount))
    const scan = async (judgesReachability: boolean) => {
      const before = cpuSeconds()
      const { coverage } = await scanned.scan({ judgesReachability, timeoutMs: 600_000 })
      const read = coverage?.reachability?.read
      if (judgesReachability && read !== packageCount) throw new Error(`The scan read ${read} packages.`)
      return cpuSeconds() - before
    }
    // Both ways have been compiled before they are measured.
    await scan(false)
    using watch = watchProcessTree(process.pid)
    const cold = await scan(true)
    const peak = watch.peak().megabytes
    watch[Symbol.dispose]()
    await scan(true)
    const [without, warm]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      without.push(await scan(false))
      warm.push(await scan(true))
    }
    yield measurement({
      measure: `scan that reads ${packageCount} packages for the first time, more than without the analysis`,
      unit: 's of CPU',
      samples: [cold - median(without)],
      peer: { name: 'limit', median: 30 },
    })
    yield measurement({
      measure: 'scan with all packages in the store',
      unit: 's of CPU',
      samples: warm,
      peer: { name: 'without the analysis', median: median(without) },
    })
    yield measurement({
      measure: 'all processes of the first scan, with the registry',
      unit: 'MB peak',
      samples: [peak],
    })
    const stored = globSync('cache/**', { cwd: scanned.tree.path }).map((path) =>
      statSync(join(scanned.tree.path, path)),
    )
    yield measurement({
      measure: 'store, for each package version',
      unit: 'kB',
      samples: [stored.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) / packageCount / 1_000],
    })
  },
}

/** CPU time of this process and its ended children. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + endedChildrenCpuSeconds()
}

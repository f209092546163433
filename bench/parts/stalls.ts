import { setTimeout as pause } from 'node:timers/promises'
import { costlyManifests, manyPackages } from '../../test/support/costly-manifests.ts'
import { inFolders } from '../../test/support/git-objects.ts'
import { hostileSourceFiles } from '../../test/support/hostile-source-files.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { hostileFiles } from './readers/hostile-files.ts'
import { type ScanningService, startScanningService } from './stalls/scanning-service.ts'

/** Limit for the p99 of `/healthz`, in milliseconds. */
const limitMs = 100
/** Limit for the p99 of `/healthz` while every scan is hostile, in milliseconds. */
const hostileLimitMs = 250
/** Limit for the time from SIGTERM to the end of the process, in seconds. */
const stopLimitSeconds = 10
const idleMs = 10_000
/** Size of a hostile manifest in characters. */
const hostileCharacters = 256 * 1024
const sourceFilesPerProject = 20

const projects: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'the most expensive manifests': costlyManifests,
  'a package-lock.json of 40,000 packages, 5 MB': () => ({ 'package-lock.json': manyPackages(40_000) }),
}

/** Measures response times of `/healthz` in a service with one process while it scans the worst files. */
export const stalls: BenchPart = {
  id: 'stalls',
  async *run() {
    await using service = await startScanningService()
    yield* spread('without a scan', await service.healthUntil(pause(idleMs)))
    for (const [index, [name, files]] of Object.entries(projects).entries()) {
      service.repositories.create(`p${index}.git`).commit(inFolders(files()))
      const startedAt = performance.now()
      const { samples } = await scanAll(service, [`p${index}`])
      yield* spread(`during a scan of ${name}`, samples)
      yield measurement({
        measure: `time from submission to completion, ${name}`,
        unit: 's',
        samples: [(performance.now() - startedAt) / 1_000],
      })
    }
    yield* hostileScans(service)
  },
}

/** Scans all hostile files, then stops the service while it scans them again. */
async function* hostileScans(service: ScanningService): AsyncIterable<Measurement> {
  const all = hostileProjects()
  const count = all.reduce((sum, files) => sum + Object.keys(files).length, 0)
  const names = all.map((files, index) => {
    service.repositories.create(`hostile${index}.git`).commit(inFolders(files))
    return `hostile${index}`
  })
  const { samples, ends } = await scanAll(service, names)
  yield* spread(`during ${names.length} scans of ${count} hostile files`, samples, hostileLimitMs)
  yield measurement({
    measure: 'scans of hostile files that fail',
    unit: '',
    samples: [ends.filter((end) => ['nothing', 'error'].includes(end)).length],
  })
  for (const [index, files] of all.entries()) service.repositories.create(`again${index}.git`).commit(inFolders(files))
  await Promise.all(names.map((_, index) => service.submit(`again${index}`)))
  await pause(2_000)
  yield measurement({
    measure: 'time from SIGTERM to the end while hostile files are scanned',
    unit: 's',
    samples: [(await service.stop()) / 1_000],
    peer: { name: 'limit', median: stopLimitSeconds },
  })
}

/** Returns projects of hostile files: one for each format of manifests, and several of source files. */
function hostileProjects(): Record<string, string | Buffer>[] {
  const manifests = Map.groupBy(hostileFiles, ({ reader }) => reader)
  const sources = hostileSourceFiles()
  return [
    ...[...manifests.values()].map((shapes) =>
      Object.fromEntries(
        shapes.flatMap(({ files }, index) =>
          Object.entries(files(hostileCharacters)).map(([path, text]) => [`f${index}/${path}`, text]),
        ),
      ),
    ),
    ...Array.from({ length: Math.ceil(sources.length / sourceFilesPerProject) }, (_, part) =>
      Object.fromEntries(
        sources
          .slice(part * sourceFilesPerProject, (part + 1) * sourceFilesPerProject)
          .map(({ path, content }) => [path, content]),
      ),
    ),
  ]
}

/** Scans repositories, and returns the response times of `/healthz` in the meantime and how the scans ended. */
async function scanAll(
  service: ScanningService,
  repositories: readonly string[],
): Promise<{ readonly samples: readonly number[]; readonly ends: readonly string[] }> {
  const work = (async () => {
    const scans = await Promise.all(repositories.map((name) => service.submit(name)))
    const ends: string[] = []
    for (const scan of scans) {
      let end = await service.endOf(scan)
      for (; end === undefined; end = await service.endOf(scan)) await pause(500)
      ends.push(end)
    }
    return ends
  })()
  const samples = await service.healthUntil(work)
  return { samples, ends: await work }
}

function* spread(when: string, samples: readonly number[], limit = limitMs): Iterable<Measurement> {
  const all = measurement({ measure: `/healthz ${when}`, unit: 'ms', samples: [...samples] })
  yield all
  yield measurement({
    measure: `/healthz ${when}, p99`,
    unit: 'ms',
    samples: [all.p99],
    peer: { name: 'limit', median: limit },
  })
}

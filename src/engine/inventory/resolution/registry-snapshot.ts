import { LRUCache } from 'lru-cache'
import type { CrateLookup, CratesIndex } from '../../sources/package-registries/crates-index.ts'
import type { MavenRepository, RepositoryFile } from '../../sources/package-registries/maven-repository.ts'
import type { NpmRegistry, PackumentLookup } from '../../sources/package-registries/npm-registry.ts'
import type { FileLookup, ProjectLookup, PypiIndex } from '../../sources/package-registries/pypi-index.ts'
import { isLater, packumentAsOf, projectAsOf } from './published-by.ts'

/**
 * Registries as of a fixed time. All scans that use the same snapshot see the same versions of a package. Versions
 * published later are ignored, so another process sees the same versions too.
 */
export interface RegistrySnapshot {
  readonly takenAt: Date
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
}

interface Registries {
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
}

type Answer = CrateLookup | FileLookup | PackumentLookup | ProjectLookup | RepositoryFile

/** Maximum size of a snapshot's cached responses, counted in versions and files. 300,000 of these take about 300 MB. */
const maxKeptParts = 100_000

/**
 * Maximum number of cached snapshots per process: the current one, and the previous one for scans that are still
 * running.
 */
const maxSnapshots = 2

const snapshots = new WeakMap<NpmRegistry, Map<number, RegistrySnapshot>>()

/**
 * Returns the snapshot for a time. The first scan that needs a package sends the request, and later scans reuse the
 * response.
 */
export function registrySnapshot(registries: Registries, takenAt: Date): RegistrySnapshot {
  const known = snapshots.get(registries.npmRegistry) ?? new Map<number, RegistrySnapshot>()
  snapshots.set(registries.npmRegistry, known)
  const snapshot = known.get(takenAt.getTime()) ?? newSnapshot(registries, takenAt)
  known.set(takenAt.getTime(), snapshot)
  for (const time of known.keys()) if (known.size > maxSnapshots) known.delete(time)
  return snapshot
}

function newSnapshot(
  { npmRegistry, pypiIndex, mavenRepository, cratesIndex }: Registries,
  takenAt: Date,
): RegistrySnapshot {
  const kept = new LRUCache<string, Answer>({
    maxSize: maxKeptParts,
    sizeCalculation: (answer) => 1 + partsOf(answer),
  })
  // Only definite responses are cached. If a registry was down, it may be available again for the next scan.
  const once = async <Asked extends Answer>(key: string, ask: () => Promise<Asked>): Promise<Asked> => {
    // The key determines the response type.
    const known = kept.get(key) as Asked | undefined
    if (known !== undefined) return known
    const answer = await ask()
    if (answer.status === 'found' || answer.status === 'not-found') kept.set(key, answer)
    return answer
  }
  return {
    takenAt,
    npmRegistry: {
      ...npmRegistry,
      packument: (name, signal) =>
        once(`npm ${name}`, () => packumentAt(npmRegistry, { time: takenAt, isRequired: false }, name, signal)),
    },
    pypiIndex: {
      ...pypiIndex,
      project: (name, signal) =>
        once(`pypi ${name}`, async () => {
          const answer = await pypiIndex.project(name, signal)
          return answer.status === 'found' ? { ...answer, project: projectAsOf(answer.project, takenAt) } : answer
        }),
      metadata: (file, signal) => once(`metadata ${file.fileName}`, () => pypiIndex.metadata(file, signal)),
    },
    cratesIndex: {
      ...cratesIndex,
      versions: (name, signal) =>
        once(`crate ${name}`, async () => {
          const answer = await cratesIndex.versions(name, signal)
          if (answer.status !== 'found') return answer
          return { ...answer, versions: answer.versions.filter(({ publishedAt }) => !isLater(publishedAt, takenAt)) }
        }),
    },
    mavenRepository: {
      ...mavenRepository,
      pom: (pom, signal) =>
        once(`pom ${pom.group}:${pom.artifact}:${pom.version}`, () => mavenRepository.pom(pom, signal)),
      versions: (of, signal) => once(`maven ${of.group}:${of.artifact}`, () => mavenRepository.versions(of, signal)),
    },
  }
}

/** Maximum number of concurrent requests for full metadata. A response can take 128 MB. */
const maxComplete = 3

/** Returns a registry without the versions published after this time, except for those of exempt packages. */
export function npmRegistryBefore(registry: NpmRegistry, time: Date, isExempt: (name: string) => boolean): NpmRegistry {
  const lanes = Array.from({ length: maxComplete }, (): Promise<unknown> => Promise.resolve())
  let requested = 0
  const inTurn: NpmRegistry = {
    ...registry,
    publication: (name, signal) => {
      const lane = requested % maxComplete
      requested += 1
      const answer = Promise.resolve(lanes[lane]).then(() => registry.publication(name, signal))
      lanes[lane] = answer.catch(() => undefined)
      return answer
    },
  }
  return {
    ...registry,
    packument: async (name, signal) =>
      isExempt(name) ? registry.packument(name, signal) : packumentAt(inTurn, { time, isRequired: true }, name, signal),
  }
}

/**
 * Returns the package as of a time. Only the full metadata has publication times. It is large, so it is requested only
 * if the package has changed since that time. Some registries report neither when a package changed nor when its
 * versions were published. From these, the full metadata is requested only if the time is required.
 */
async function packumentAt(
  registry: NpmRegistry,
  { time, isRequired }: { readonly time: Date; readonly isRequired: boolean },
  name: string,
  signal: AbortSignal | undefined,
): Promise<PackumentLookup> {
  const answer = await registry.packument(name, signal)
  if (answer.status !== 'found') return answer
  const { packument } = answer
  const statesTimes = Object.keys(packument.time).length > 0
  if (packument.modified === undefined && (statesTimes || !isRequired))
    return { status: 'found', packument: packumentAsOf(packument, time) }
  if (packument.modified !== undefined && !isLater(packument.modified, time)) return answer
  const complete = await registry.publication(name, signal)
  if (complete.status !== 'found') return answer
  return { status: 'found', packument: packumentAsOf({ ...packument, time: complete.packument.time }, time) }
}

function partsOf(answer: Answer): number {
  if (answer.status !== 'found') return 0
  if ('packument' in answer) return Object.keys(answer.packument.versions).length
  if ('versions' in answer) return answer.versions.length
  if ('project' in answer) return answer.project.releases.reduce((sum, { files }) => sum + files.length, 0)
  return Math.ceil(answer.bytes.length / 1_000)
}

import { dependencyWalkLimits } from '../dependency-walk-limits.ts'
import { hasStaticRequirements, parseCoreMetadata } from '../../sources/python-packaging/core-metadata.ts'
import { type ArchiveReach, isAbout, type MetadataReading, readArchivedMetadata } from './archived-metadata.ts'
import { lengthOf } from './demand.ts'
import { type Candidate, candidatesOf } from './project-candidates.ts'
import { Turns } from './turns.ts'

/** A project's candidates, or why they are unknown, phrased as the end of a sentence about it. */
export type ProjectReading = { readonly candidates: readonly Candidate[] } | { readonly problem: string }

/**
 * Maximum number of archives to read concurrently. Limited because each is held in memory while its metadata is read.
 */
const archivesAtOnce = 3

/** Maximum total length of prefetched requirements in memory. Real walks use one megabyte. */
const maxForeseenCharacters = 32 * 2 ** 20

/**
 * Maximum number of archives to fetch from an index that has no separate metadata files. The largest applications have
 * 700 packages.
 */
const maxArchives = 1_000

/**
 * Candidates and metadata from an index for one walk. Requests each item only once, with at most
 * `dependencyWalkLimits.maxConcurrentRequests` concurrent requests. The order in which responses arrive does not affect
 * the walk.
 */
export class MetadataSource {
  readonly #reach: ArchiveReach
  readonly #signal: AbortSignal
  readonly #projects = new Map<string, Promise<ProjectReading>>()
  readonly #metadata = new Map<string, Promise<MetadataReading>>()
  readonly #neededArchives = new Set<string>()
  #heldCharacters = 0
  readonly #turns = new Turns(dependencyWalkLimits.maxConcurrentRequests)
  readonly #archiveTurns = new Turns(archivesAtOnce)

  readonly #refusal: ((name: string) => string | undefined) | undefined

  /**
   * @param refusal returns why the index must not be asked for a name, phrased as the end of a sentence; undefined if
   * it may be asked
   */
  constructor(reach: ArchiveReach, signal: AbortSignal, refusal?: (name: string) => string | undefined) {
    this.#refusal = refusal
    this.#reach = reach
    this.#signal = signal
  }

  /** Number of projects requested from the index. */
  get projects(): number {
    return this.#projects.size
  }

  /** Returns the installable releases of a project. Throws only if the signal aborts. */
  candidates(name: string): Promise<ProjectReading> {
    return memoised(this.#projects, name, () => this.#turns.take(() => this.#readProject(name)))
  }

  /** Returns the metadata of a release. Throws only if the signal aborts. */
  async metadata(candidate: Candidate): Promise<MetadataReading> {
    if (isInArchive(candidate)) {
      this.#neededArchives.add(keyOf(candidate))
      if (this.#neededArchives.size > maxArchives)
        return { problem: `its dependencies require more than ${maxArchives} archive downloads` }
    }
    return this.#foreseenMetadata(candidate)
  }

  /**
   * Prefetches metadata that will probably be needed. Returns undefined if a prefetch limit is reached. Throws only if
   * the signal aborts.
   */
  async foresee(candidate: Candidate): Promise<MetadataReading | undefined> {
    if (this.#heldCharacters > maxForeseenCharacters || (isInArchive(candidate) && this.#metadata.size > maxArchives))
      return undefined
    return this.#foreseenMetadata(candidate)
  }

  #foreseenMetadata(candidate: Candidate): Promise<MetadataReading> {
    return memoised(this.#metadata, keyOf(candidate), async () => {
      const reading = await this.#readMetadata(candidate)
      if ('metadata' in reading) this.#heldCharacters += lengthOf(reading.metadata.requiresDist)
      return reading
    })
  }

  async #readProject(name: string): Promise<ProjectReading> {
    this.#signal.throwIfAborted()
    const refusal = this.#refusal?.(name)
    if (refusal !== undefined) return { problem: refusal }
    const lookup = await this.#reach.pypiIndex.project(name, this.#signal)
    if (lookup.status === 'found') return { candidates: candidatesOf(lookup.project) }
    return { problem: lookup.status === 'not-found' ? 'the package index does not have it' : lookup.reason }
  }

  /** Reads the separate metadata file if it exists and can be trusted, or else the best archive. */
  async #readMetadata(candidate: Candidate): Promise<MetadataReading> {
    const { name, version, files } = candidate
    const beside = files.find(({ metadata }) => metadata !== undefined)
    if (beside !== undefined) {
      const lookup = await this.#turns.take(() => this.#reach.pypiIndex.metadata(beside, this.#signal))
      const metadata = lookup.status === 'found' ? parseCoreMetadata(lookup.bytes) : undefined
      const isCertain =
        metadata !== undefined &&
        isAbout(candidate, metadata) &&
        (beside.distribution.kind === 'wheel' || hasStaticRequirements(metadata))
      if (isCertain) return { metadata }
    }
    const [file] = files
    if (file === undefined)
      return {
        problem: `the package index has no file of ${name} ${version.text} that Assay can read without a build`,
      }
    return this.#archiveTurns.take(() =>
      this.#turns.take(() => readArchivedMetadata(this.#reach, candidate, file, this.#signal)),
    )
  }
}

const keyOf = ({ name, version }: Candidate): string => `${name}@${version.text}`
const isInArchive = ({ files }: Candidate): boolean => !files.some(({ metadata }) => metadata !== undefined)

function memoised<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const value = known.get(key) ?? read()
  known.set(key, value)
  // Prevents an unhandled rejection, because failed prefetches may never be awaited. A caller that does await the value
  // handles the failure.
  value.catch(() => undefined)
  return value
}

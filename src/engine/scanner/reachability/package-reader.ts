import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import type { WorkClock } from '../../isolation/work-clock.ts'
import type { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import type { ComparedPairs, Found } from './comparison-batch.ts'
import { type DerivedAdvisory, type DerivedFix, deriveFunctions } from './derive-functions.ts'
import type { PackageArchives, ReadArchive } from './package-archives.ts'
import { knownFunctions } from './known-functions.ts'
import { type FixedAdvisory, type PackageStore, versionKey } from './package-store.ts'
import { type PackageReading, readPackage, type ReadPackageContext } from './read-package.ts'

/** Reads published packages for a scan, and stores the results. Its methods throw only if a signal aborts. */
export interface PackageReader {
  /** Returns the summary of an archive as deflated JSON. */
  summarize(version: PublishedVersion): Promise<Found<{ readonly summary: Buffer }>>
  /** Returns the functions that the fixes of advisories changed. All advisories are about one package. */
  derive(fixes: readonly FixedAdvisory[]): AsyncIterable<DerivedAdvisory<Found<VulnerableFunctions>>>
}

/** A read whose result is stored, with the archives that it downloaded, or why it failed, as the end of a sentence. */
export type SharedRead = { readonly archives: readonly ReadArchive[] } | { readonly failure: string }

/**
 * Reads published packages where no scan can influence the results, and stores them for all scans. The service
 * implements it with another process. Its methods throw only if the signal aborts.
 */
export interface SharedPackages {
  /** Stores the summary of an archive, or why it has none. */
  summarize(version: PublishedVersion, options: SharedReadOptions): Promise<SharedRead>
  /** Stores the functions that the fix of an advisory changed. */
  derive(fix: FixedAdvisory, options: SharedReadOptions): Promise<SharedRead>
}

export interface SharedReadOptions {
  /** Stops while the read waits for a child process. */
  readonly clock: WorkClock
  /** Ends the wait for the result. */
  readonly signal: AbortSignal
}

export interface PackageReaderContext extends ReadPackageContext {
  readonly store: PackageStore
  readonly archives: PackageArchives
  readonly advisories: Pick<AdvisoryStore, 'match'>
}

/** Reads packages in child processes of this process. */
export function createPackageReader({ store, archives, work, advisories }: PackageReaderContext): PackageReader {
  const pairs: ComparedPairs = new Map()
  return {
    async summarize(version) {
      const read = await readPackage({ archives, work }, version)
      if ('failure' in read) return read
      await keepReading(store, version, read)
      return 'problem' in read ? { failure: read.problem } : read
    },
    async *derive(fixes) {
      for await (const { fix, derived } of deriveFunctions({ archives, work, advisories, pairs }, fixes)) {
        if ('functions' in derived) await keepFix(store, fix, derived)
        else if (derived.record) {
          await store.keepProblem({ ...fix, ...derived.record }, derived.failure)
          await store.keepFix(fix, derived.record)
        }
        yield { fix, derived: 'functions' in derived ? derived.functions : { failure: derived.failure } }
      }
    },
  }
}

/** Reads packages whose results all scans share with `shared`, and the others with `own`. */
export function withSharedPackages(
  own: PackageReader,
  shared: SharedPackages,
  {
    store,
    archives,
    ...options
  }: SharedReadOptions & Pick<PackageReaderContext, 'store'> & { readonly archives: PackageArchives },
): PackageReader {
  return {
    async summarize(version) {
      if (!store.isShared(version)) return own.summarize(version)
      const failure = archives.refusalOf(version)
      if (failure !== undefined) return { failure }
      const read = await shared.summarize(version, options)
      if ('failure' in read) return read
      archives.spend(read.archives)
      return (await storedSummary(store, version)) ?? notStored
    },
    async *derive(fixes) {
      const [first] = fixes
      if (first && !store.isShared(first)) yield* own.derive(fixes)
      else for (const fix of fixes) yield { fix, derived: await deriveShared(fix) }
    },
  }

  async function deriveShared(fix: FixedAdvisory): Promise<Found<VulnerableFunctions>> {
    const failure = archives.refusalOf(fix)
    if (failure !== undefined) return { failure }
    const read = await shared.derive(fix, options)
    if ('failure' in read) return read
    archives.spend(read.archives)
    const [known] = await knownFunctions(store, [fix])
    return known?.functions ?? notStored
  }
}

const notStored = { failure: 'the result of reading it was not stored' }

async function storedSummary(
  store: PackageStore,
  version: PublishedVersion,
): Promise<Found<{ readonly summary: Buffer }> | undefined> {
  const record = (await store.findArchives([version])).get(versionKey(version))
  if (record?.problem !== undefined) return { failure: record.problem }
  const summary = record && (await store.findSummaries([{ ...version, ...record }])).get(record.digest)
  return summary && { summary }
}

/** Stores the summary of an archive, or why it has none. */
export async function keepReading(
  store: Pick<PackageStore, 'keepArchive' | 'keepSummary'>,
  version: PublishedVersion,
  read: Exclude<PackageReading, { failure: string }>,
): Promise<void> {
  const { digest } = read
  if ('problem' in read) return store.keepArchive(version, { digest, problem: read.problem })
  await store.keepSummary({ ...version, digest }, read.summary)
  await store.keepArchive(version, { digest })
}

/** Stores the functions that a fix changed. */
export async function keepFix(
  store: Pick<PackageStore, 'keepFix' | 'keepFunctions'>,
  fix: FixedAdvisory,
  { record, functions }: Pick<DerivedFix, 'functions' | 'record'>,
): Promise<void> {
  await store.keepFunctions({ ...fix, ...record }, functions)
  await store.keepFix(fix, record)
}

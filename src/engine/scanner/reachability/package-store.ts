import { hash } from 'node:crypto'
import { z } from 'zod'
import { sourceFileLimits } from '../../analysis/source-file-limits.ts'
import { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import type { SourceReach } from '../../sources/source.ts'
import { summaryVersion } from '../engine-version.ts'
import type { ResultCache, ResultNamespace } from '../result-cache.ts'

/** What is known about the archive of a published version. */
const ArchiveRecord = z.object({
  /** SHA-256 of the archive, in hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Why the archive has no summary, as the end of a sentence. The archive itself is the cause. */
  problem: z.string().max(500).optional(),
})
export type ArchiveRecord = z.infer<typeof ArchiveRecord>

/** Versions between which an advisory was fixed, with the digests of their archives. */
export const FixRecord = z.object({
  affectedVersion: z.string().max(300),
  affectedDigest: z.string().regex(/^[0-9a-f]{64}$/),
  fixedDigest: z.string().regex(/^[0-9a-f]{64}$/),
})
export type FixRecord = z.infer<typeof FixRecord>

/** A fixed vulnerability in a package. */
export interface FixedAdvisory extends Omit<PublishedVersion, 'version'> {
  readonly advisoryId: string
  readonly fixedVersion: string
}

/** Returns `ecosystem name@version`. */
export const versionKey = ({ ecosystem, name, version }: PublishedVersion): string => `${ecosystem} ${name}@${version}`

/**
 * Results for archives of published packages, in the cache of the scan. Summaries and functions are stored by the
 * content of the archives and by the engine that computed them. Without a cache, nothing is found.
 */
export class PackageStore {
  readonly #cache: ResultCache | undefined
  readonly #sources: Pick<SourceReach, 'npmRegistry' | 'pypiIndex'>
  readonly #unshared: ResultNamespace

  /** @param unshared namespace of results that other accounts must not use; see `storeNamespaceOf` */
  constructor(
    cache: ResultCache | undefined,
    sources: Pick<SourceReach, 'npmRegistry' | 'pypiIndex'>,
    unshared: ResultNamespace,
  ) {
    this.#cache = cache
    this.#sources = sources
    this.#unshared = unshared
  }

  /**
   * Reports whether all scans of a service share the results about a package. A registry for one scope may contain
   * private packages, so accounts do not share its results.
   */
  isShared({ ecosystem, name }: Omit<PublishedVersion, 'version'>): boolean {
    if (this.#unshared === 'command') return false
    const { npmRegistry } = this.#sources
    return ecosystem === 'PyPI' || npmRegistry.addressOf(name) === npmRegistry.addressOf('')
  }

  /** Returns what is known about archives, by `versionKey`. */
  async findArchives(versions: readonly PublishedVersion[]): Promise<ReadonlyMap<string, ArchiveRecord>> {
    return this.#find(
      new Map(versions.map((version) => [versionKey(version), this.#keyOf(version, 'archive', archiveName(version))])),
      ArchiveRecord,
    )
  }

  async keepArchive(version: PublishedVersion, record: ArchiveRecord): Promise<void> {
    await this.#cache?.keep([{ key: this.#keyOf(version, 'archive', archiveName(version)), result: record }])
  }

  /** Returns the summaries of archives as deflated JSON, by digest. */
  async findSummaries(versions: readonly (PublishedVersion & ArchiveRecord)[]): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>()
    if (!this.#cache) return found
    for (let start = 0; start < versions.length; start += sourceFileLimits.maxModulesPerQuery) {
      const keys = new Map(
        versions
          .slice(start, start + sourceFileLimits.maxModulesPerQuery)
          .map((version) => [version.digest, this.#keyOf(version, 'summary', version.digest)]),
      )
      const units = await this.#cache.findUnits([...keys.values()])
      for (const [digest, key] of keys) {
        const unit = units.get(key.toString('hex'))
        if (unit) found.set(digest, unit)
      }
    }
    return found
  }

  async keepSummary(version: PublishedVersion & ArchiveRecord, summary: Buffer): Promise<void> {
    await this.#cache?.keepUnits([{ key: this.#keyOf(version, 'summary', version.digest), unit: summary }])
  }

  /** Returns the versions between which advisories were fixed, by advisory ID and fixed version. */
  async findFixes(advisories: readonly FixedAdvisory[]): Promise<ReadonlyMap<string, FixRecord>> {
    return this.#find(new Map(advisories.map((one) => [fixKey(one), this.#keyOf(one, 'fix', fixName(one))])), FixRecord)
  }

  async keepFix(advisory: FixedAdvisory, record: FixRecord): Promise<void> {
    await this.#cache?.keep([{ key: this.#keyOf(advisory, 'fix', fixName(advisory)), result: record }])
  }

  /** Returns the vulnerable functions of advisories, by advisory ID and fixed version. */
  async findFunctions(
    fixes: readonly (FixedAdvisory & FixRecord)[],
  ): Promise<ReadonlyMap<string, VulnerableFunctions>> {
    return this.#find(
      new Map(fixes.map((one) => [fixKey(one), this.#keyOf(one, 'functions', functionsName(one))])),
      VulnerableFunctions,
    )
  }

  /** Returns why the archives of fixes cannot be compared, by advisory ID and fixed version. */
  async findProblems(fixes: readonly (FixedAdvisory & FixRecord)[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map(fixes.map((one) => [fixKey(one), this.#keyOf(one, 'problem', functionsName(one))]))
    return this.#find(names, z.string().max(500))
  }

  /** Stores why the archives of a fix cannot be compared, as the end of a sentence. */
  async keepProblem(fix: FixedAdvisory & FixRecord, problem: string): Promise<void> {
    const key = this.#keyOf(fix, 'problem', functionsName(fix))
    await this.#cache?.keep([{ key, result: problem.slice(0, 500) }])
  }

  async keepFunctions(fix: FixedAdvisory & FixRecord, functions: VulnerableFunctions): Promise<void> {
    await this.#cache?.keep([{ key: this.#keyOf(fix, 'functions', functionsName(fix)), result: functions }])
  }

  async #find<Value>(keys: ReadonlyMap<string, Buffer>, schema: z.ZodType<Value>): Promise<ReadonlyMap<string, Value>> {
    const found = new Map<string, Value>()
    if (!this.#cache) return found
    const names = [...keys]
    for (let start = 0; start < names.length; start += sourceFileLimits.maxResultsPerQuery) {
      const batch = names.slice(start, start + sourceFileLimits.maxResultsPerQuery)
      const results = await this.#cache.find(batch.map(([, key]) => key))
      for (const [name, key] of batch) {
        const { data } = schema.safeParse(results.get(key.toString('hex')))
        if (data !== undefined) found.set(name, data)
      }
    }
    return found
  }

  /** `content` is a digest, or everything that identifies the entry. */
  #keyOf(of: Omit<PublishedVersion, 'version'>, kind: string, content: string): Buffer {
    const address = this.#addressOf(of)
    const contentDigest = hash('sha256', JSON.stringify([address, content]))
    return (
      this.#cache?.keyOf(this.#namespaceOf(of), {
        pathClass: `package ${kind} ${of.ecosystem} ${summaryVersion()}`,
        contentDigest,
      }) ?? Buffer.of()
    )
  }

  #addressOf({ ecosystem, name }: Omit<PublishedVersion, 'version'>): string {
    const { npmRegistry, pypiIndex } = this.#sources
    return ecosystem === 'npm' ? npmRegistry.addressOf(name) : pypiIndex.address
  }

  #namespaceOf(of: Omit<PublishedVersion, 'version'>): ResultNamespace {
    return this.isShared(of) ? 'public' : this.#unshared
  }
}

/** Returns the namespace of a scan's unshared results. Scans of the CLI have no account. */
export const storeNamespaceOf = (accountId: string | undefined): ResultNamespace =>
  accountId === undefined ? 'command' : `account:${accountId}`

const archiveName = ({ name, version }: PublishedVersion): string => JSON.stringify([name, version])

/** Returns the key of a fix in the results of `PackageStore`. */
export const fixKey = ({ ecosystem, name, advisoryId, fixedVersion }: FixedAdvisory): string =>
  JSON.stringify([ecosystem, name, advisoryId, fixedVersion])

const fixName = fixKey

const functionsName = (fix: FixedAdvisory & FixRecord): string =>
  JSON.stringify([fixKey(fix), fix.affectedDigest, fix.fixedDigest])

import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import { lastAffectedVersion } from '../../advisories/last-affected-version.ts'
import { versionOrderOf } from '../../advisories/version-order/catalogue.ts'
import type { IsolatedWork } from '../../isolation/isolation.ts'
import { packageUrl } from '../../model/purl.ts'
import type { DeriveHead } from '../../reachability/tasks/derive-from-archives.ts'
import { packParts } from '../../reachability/tasks/packed-parts.ts'
import { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import type { PublishedArchive } from '../../sources/installed-archive.ts'
import type { PackageArchives } from './package-archives.ts'
import type { FixedAdvisory, FixRecord } from './package-store.ts'
import { archiveDigest } from './read-package.ts'

/** A value, or the end of a sentence about why it is not known. */
export type Found<Value> = Value | { readonly failure: string }

/** Functions that a fix changed, with the archives that were compared. */
export interface DerivedFix {
  readonly record: FixRecord
  readonly functions: VulnerableFunctions
  /** Sizes of the affected and the fixed archive in bytes. */
  readonly bytes: [affected: number, fixed: number]
}

export interface DeriveFunctionsContext {
  readonly archives: Pick<PackageArchives, 'fetch' | 'versions'>
  readonly advisories: Pick<AdvisoryStore, 'match'>
  /** Runs each comparison in a child process of its own, see `loneChildBounds`. */
  readonly work: IsolatedWork
  /**
   * Comparisons by the two versions and the digests of their archives, because several advisories can have the same
   * fix. The digests alone are not enough: anyone can publish the archives of a package again under another name.
   */
  readonly pairs: {
    get(pair: string): Promise<Found<VulnerableFunctions>> | undefined
    set(pair: string, functions: Promise<Found<VulnerableFunctions>>): unknown
  }
}

/**
 * Derives the vulnerable functions of an advisory from the archives of the last affected and the fixed version, in a
 * child process. Throws only if a signal aborts.
 */
export async function deriveFunctions(context: DeriveFunctionsContext, fix: FixedAdvisory): Promise<Found<DerivedFix>> {
  const { archives, pairs } = context
  const { ecosystem, name, fixedVersion } = fix
  const affectedVersion = await affectedVersionOf(context, fix)
  if (typeof affectedVersion !== 'string') return affectedVersion
  const before = await archives.fetch({ ecosystem, name, version: affectedVersion })
  if ('failure' in before) return { failure: `${name}@${affectedVersion}: ${before.failure}` }
  const after = await archives.fetch({ ecosystem, name, version: fixedVersion })
  if ('failure' in after) return { failure: `${name}@${fixedVersion}: ${after.failure}` }
  const record = { affectedVersion, affectedDigest: archiveDigest(before), fixedDigest: archiveDigest(after) }
  const release = { ecosystem, name, affectedVersion, fixedVersion }
  const pair = JSON.stringify([release, record.affectedDigest, record.fixedDigest])
  const derived = pairs.get(pair) ?? deriveInChild(context, release, [before, after])
  pairs.set(pair, derived)
  const functions = await derived
  return 'failure' in functions ? functions : { record, functions, bytes: [before.packed.length, after.packed.length] }
}

/** Number of versions below the fixed version among which the last affected one is searched. */
const maxCandidates = 50

async function affectedVersionOf(
  { archives, advisories }: DeriveFunctionsContext,
  { ecosystem, name, advisoryId, fixedVersion }: FixedAdvisory,
): Promise<Found<string>> {
  const versions = await archives.versions({ ecosystem, name })
  if ('failure' in versions) return versions
  const order = versionOrderOf(ecosystem)
  const fixed = order.parse(fixedVersion)
  if (fixed === undefined) return { failure: `the fixed version ${fixedVersion} is not a version` }
  const candidates = versions
    .flatMap((text) => {
      const version = order.parse(text)
      return version === undefined || order.compare(version, fixed) >= 0 ? [] : [{ text, version }]
    })
    .sort((a, b) => order.compare(b.version, a.version))
    .slice(0, maxCandidates)
  const { matches } = await advisories.match(
    candidates.map(({ text }) => ({
      purl: packageUrl(ecosystem, name, text),
      name,
      version: text,
      ecosystem,
      direct: false,
      dev: false,
      introducedBy: [],
    })),
  )
  const flaws = matches.map(({ component, advisory }) => ({
    version: component.version,
    ids: [advisory.id, ...advisory.aliases],
  }))
  // A later version may have fewer of the advisory's aliases, and another one of them as its ID.
  const ids = new Set([advisoryId, ...flaws.flatMap((flaw) => (flaw.ids.includes(advisoryId) ? flaw.ids : []))])
  const affected = new Set(flaws.filter((flaw) => flaw.ids.some((id) => ids.has(id))).map(({ version }) => version))
  return (
    lastAffectedVersion(
      candidates.map(({ text }) => text),
      (text) => affected.has(text),
      fixedVersion,
      order,
    ) ?? { failure: `no published version below ${fixedVersion} is affected` }
  )
}

type ReadArchive = Extract<PublishedArchive, { packed: Buffer }>

async function deriveInChild(
  { work }: DeriveFunctionsContext,
  release: DeriveHead['release'],
  [before, after]: readonly [ReadArchive, ReadArchive],
): Promise<Found<VulnerableFunctions>> {
  const head: DeriveHead = { release, kinds: [before.kind, after.kind] }
  const read = () => packParts({ head, parts: [before.packed, after.packed] })
  for await (const outcome of work.run('derive-functions', [{ path: 'archives', read }])) {
    if ('failure' in outcome) return { failure: `comparing the versions failed: ${outcome.failure}` }
    const { data } = VulnerableFunctions.safeParse(outcome.result)
    const isOfRelease =
      data?.ecosystem === release.ecosystem &&
      data.name === release.name &&
      data.affectedVersion === release.affectedVersion &&
      data.fixedVersion === release.fixedVersion
    if (data && isOfRelease) return data
  }
  return { failure: 'the archives could not be compared' }
}

import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import { lastAffectedVersion } from '../../advisories/last-affected-version.ts'
import { versionOrderOf } from '../../advisories/version-order/catalogue.ts'
import type { IsolatedWork } from '../../isolation/isolation.ts'
import { packageUrl } from '../../model/purl.ts'
import type { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import { type ComparedPair, type ComparedPairs, ComparisonBatch, type Found } from './comparison-batch.ts'
import type { PackageArchives } from './package-archives.ts'
import type { FixedAdvisory, FixRecord } from './package-store.ts'
import { archiveDigest } from './read-package.ts'

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
  /** Runs the comparisons for one package in a child process of their own, see `loneChildBounds`. */
  readonly work: IsolatedWork
  /**
   * Comparisons by the two versions and the digests of their archives, because several advisories can have the same
   * fix. The digests alone are not enough: anyone can publish the archives of a package again under another name.
   */
  readonly pairs: ComparedPairs
}

/** The functions that the fix of an advisory changed. */
export interface DerivedAdvisory<Derived> {
  readonly fix: FixedAdvisory
  readonly derived: Derived
}

/** A failed comparison. `record`: the compared archives, if they are the cause, so that the next attempt fails too. */
export interface FailedFix {
  readonly failure: string
  readonly record?: FixRecord
}

/**
 * Derives the vulnerable functions of a package's advisories from the archives of the last affected and the fixed
 * versions. A child process compares several versions, because its first comparison takes as long as many later ones.
 * They are all of one package, so no package can influence the result of another one. Throws only if a signal aborts.
 */
export async function* deriveFunctions(
  context: DeriveFunctionsContext,
  fixes: readonly FixedAdvisory[],
): AsyncIterable<DerivedAdvisory<DerivedFix | FailedFix>> {
  const batch = new ComparisonBatch(context.work)
  const waiting: { readonly fix: FixedAdvisory; readonly derived: Promise<DerivedFix | FailedFix> }[] = []
  async function* compared() {
    await batch.run()
    for (const { fix, derived } of waiting.splice(0)) yield { fix, derived: await derived }
  }
  try {
    for (const fix of fixes) {
      const pair = await archivesOf(context, fix)
      if ('failure' in pair) {
        yield { fix, derived: pair }
        continue
      }
      if (batch.isFullWith(pair)) yield* compared()
      const { record, archives } = pair
      const bytes: DerivedFix['bytes'] = [archives[0].packed.length, archives[1].packed.length]
      const derived = comparisonOf(context.pairs, batch, pair).then((found): DerivedFix | FailedFix => {
        if (!('failure' in found)) return { record, functions: found, bytes }
        return { failure: found.failure, ...(found.isLasting === true && { record }) }
      })
      // If a signal aborts, the batch rejects too.
      derived.catch(() => {})
      waiting.push({ fix, derived })
    }
    yield* compared()
  } finally {
    batch.cancel()
  }
}

/** Returns the comparison of two versions, which another advisory may have started. One that failed starts again. */
function comparisonOf(
  pairs: ComparedPairs,
  batch: ComparisonBatch,
  pair: ComparedPair & { readonly record: FixRecord },
): ReturnType<ComparisonBatch['add']> {
  const key = JSON.stringify([pair.release, pair.record.affectedDigest, pair.record.fixedDigest])
  const started = pairs.get(key)
  if (started) return started
  const comparison = batch.add(pair)
  pairs.set(key, comparison)
  comparison.catch(() => pairs.delete(key))
  return comparison
}

/** Returns the archives of the last affected and the fixed version, or why they were not read. */
async function archivesOf(
  context: DeriveFunctionsContext,
  fix: FixedAdvisory,
): Promise<FailedFix | (ComparedPair & { readonly record: FixRecord })> {
  const { ecosystem, name, fixedVersion } = fix
  const affectedVersion = await affectedVersionOf(context, fix)
  if (typeof affectedVersion !== 'string') return affectedVersion
  const before = await context.archives.fetch({ ecosystem, name, version: affectedVersion })
  if ('failure' in before) return { failure: `${name}@${affectedVersion}: ${before.failure}` }
  const after = await context.archives.fetch({ ecosystem, name, version: fixedVersion })
  if ('failure' in after) return { failure: `${name}@${fixedVersion}: ${after.failure}` }
  return {
    record: { affectedVersion, affectedDigest: archiveDigest(before), fixedDigest: archiveDigest(after) },
    release: { ecosystem, name, affectedVersion, fixedVersion },
    archives: [before, after],
  }
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

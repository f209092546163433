import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import { lastAffectedVersion } from '../../advisories/last-affected-version.ts'
import { versionOrderOf } from '../../advisories/version-order/catalogue.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import { packageUrl } from '../../model/purl.ts'
import type { DeriveHead } from '../../reachability/tasks/derive-from-archives.ts'
import { packParts } from '../../reachability/tasks/packed-parts.ts'
import { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import type { PublishedArchive, PublishedVersion } from '../../sources/installed-archive.ts'
import { inLanes } from './in-lanes.ts'
import { type FixedAdvisory, fixKey, type FixRecord } from './package-store.ts'
import { reachabilityLimits } from './reachability-limits.ts'
import { archiveDigest, type ReadPackagesContext } from './read-packages.ts'

/** Vulnerable functions of advisories. Keys are those of `fixKey`. */
export interface DerivedFunctions {
  readonly functions: ReadonlyMap<string, VulnerableFunctions>
  /** Why the functions of an advisory are not known, as the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
}

/** A vulnerability in an installed version. */
export type VulnerableVersion = Pick<AdvisoryMatch, 'advisory' | 'component'> & { readonly version: PublishedVersion }

export interface DeriveContext extends Omit<ReadPackagesContext, 'onProgress'> {
  readonly advisories: Pick<AdvisoryStore, 'match'>
}

/** Functions by the digests of two archives. Several advisories can have the same fix. */
type Pairs = Map<string, Promise<Found<VulnerableFunctions>>>

type Found<Value> = Value | { readonly failure: string }

/**
 * Returns the vulnerable functions of advisories with a fixed version: stored ones, and those derived from the archives
 * of the last affected version and the fixed version in a child process. Throws only if the signal aborts.
 */
export async function derivedFunctions(
  context: DeriveContext,
  vulnerable: readonly VulnerableVersion[],
): Promise<DerivedFunctions> {
  const { store, clock, signal } = context
  const fixes = new Map<string, { readonly fix: FixedAdvisory; readonly match: VulnerableVersion }>()
  for (const match of vulnerable) {
    const { ecosystem, name } = match.version
    const { id: advisoryId, fixedVersion } = match.advisory
    if (fixedVersion === undefined) continue
    const fix = { ecosystem, name, advisoryId, fixedVersion }
    fixes.set(fixKey(fix), { fix, match })
  }
  const records = await store.findFixes([...fixes.values()].map(({ fix }) => fix))
  const known = [...fixes].flatMap(([key, { fix }]) => {
    const record = records.get(key)
    return record ? [{ ...fix, ...record }] : []
  })
  const functions = new Map(await store.findFunctions(known))
  const failures = new Map<string, string>()
  const pairs: Pairs = new Map()
  const waiting = [...fixes].filter(([key]) => !functions.has(key))
  for (const [key] of waiting.slice(reachabilityLimits.maxDerivations))
    failures.set(key, `a scan compares the versions of at most ${reachabilityLimits.maxDerivations} advisories`)
  await inLanes(waiting.slice(0, reachabilityLimits.maxDerivations), async ([key, { fix, match }]) => {
    try {
      clock.signal.throwIfAborted()
      const derived = await derive({ ...context, pairs }, fix, match)
      if ('failure' in derived) failures.set(key, derived.failure)
      else functions.set(key, derived)
    } catch (error) {
      signal.throwIfAborted()
      if (!clock.signal.aborted) throw error
      failures.set(key, 'the time limit for reading packages was reached')
    }
  })
  return { functions, failures }
}

async function derive(
  context: DeriveContext & { readonly pairs: Pairs },
  fix: FixedAdvisory,
  match: VulnerableVersion,
): Promise<Found<VulnerableFunctions>> {
  const { store, archives } = context
  const { ecosystem, name, fixedVersion } = fix
  const affectedVersion = await affectedVersionOf(context, fix, match)
  if (typeof affectedVersion !== 'string') return affectedVersion
  const before = await archives.fetch({ ecosystem, name, version: affectedVersion })
  if ('failure' in before) return { failure: `${name}@${affectedVersion}: ${before.failure}` }
  const after = await archives.fetch({ ecosystem, name, version: fixedVersion })
  if ('failure' in after) return { failure: `${name}@${fixedVersion}: ${after.failure}` }
  const record: FixRecord = {
    affectedVersion,
    affectedDigest: archiveDigest(before),
    fixedDigest: archiveDigest(after),
  }
  const pair = `${record.affectedDigest} ${record.fixedDigest}`
  const derived =
    context.pairs.get(pair) ??
    deriveInChild(context, { ecosystem, name, affectedVersion, fixedVersion }, [before, after])
  context.pairs.set(pair, derived)
  const functions = await derived
  if ('failure' in functions) return functions
  await store.keepFunctions({ ...fix, ...record }, functions)
  await store.keepFix(fix, record)
  return functions
}

/** Number of versions below the fixed version among which the last affected one is searched. */
const maxCandidates = 50

async function affectedVersionOf(
  { archives, advisories }: DeriveContext,
  { ecosystem, name, advisoryId, fixedVersion }: FixedAdvisory,
  { component, advisory: { aliases } }: VulnerableVersion,
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
    candidates.map(({ text }) => ({ ...component, version: text, purl: packageUrl(ecosystem, name, text) })),
  )
  const ids = new Set([advisoryId, ...aliases])
  const affected = new Set(
    matches
      .filter(({ advisory }) => [advisory.id, ...advisory.aliases].some((id) => ids.has(id)))
      .map((match) => match.component.version),
  )
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
  { work }: DeriveContext,
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

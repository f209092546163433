import type { WorkClock } from '../../isolation/work-clock.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import { inLanes } from './in-lanes.ts'
import type { PackageReader } from './package-reader.ts'
import { type FixedAdvisory, fixKey, type PackageStore } from './package-store.ts'
import { reachabilityLimits } from './reachability-limits.ts'

/** Vulnerable functions of advisories. Keys are those of `fixKey`. */
export interface DerivedFunctions {
  readonly functions: ReadonlyMap<string, VulnerableFunctions>
  /** Why the functions of an advisory are not known, as the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
}

/** A vulnerability in an installed version. */
export type VulnerableVersion = Pick<AdvisoryMatch, 'advisory' | 'component'> & { readonly version: PublishedVersion }

export interface DeriveContext {
  readonly store: Pick<PackageStore, 'findFixes' | 'findFunctions' | 'findProblems'>
  readonly reader: Pick<PackageReader, 'derive'>
  /** Time limit for reading. Its signal also ends the reads. */
  readonly clock: Pick<WorkClock, 'signal'>
  /** Signal of the scan. */
  readonly signal: AbortSignal
}

/**
 * Returns the vulnerable functions of advisories with a fixed version: stored ones, and those that the reader
 * derives. Throws only if the signal aborts.
 */
export async function derivedFunctions(
  { store, reader, clock, signal }: DeriveContext,
  vulnerable: readonly VulnerableVersion[],
): Promise<DerivedFunctions> {
  const fixes = new Map<string, FixedAdvisory>()
  for (const { version, advisory } of vulnerable) {
    const { ecosystem, name } = version
    const { id: advisoryId, fixedVersion } = advisory
    if (fixedVersion === undefined) continue
    const fix = { ecosystem, name, advisoryId, fixedVersion }
    fixes.set(fixKey(fix), fix)
  }
  const records = await store.findFixes([...fixes.values()])
  const known = [...fixes].flatMap(([key, fix]) => {
    const record = records.get(key)
    return record ? [{ ...fix, ...record }] : []
  })
  const functions = new Map(await store.findFunctions(known))
  const failures = new Map(await store.findProblems(known.filter((fix) => !functions.has(fixKey(fix)))))
  const waiting = [...fixes].filter(([key]) => !functions.has(key) && !failures.has(key))
  for (const [key] of waiting.slice(reachabilityLimits.maxDerivations))
    failures.set(key, `a scan compares the versions of at most ${reachabilityLimits.maxDerivations} advisories`)
  await inLanes(byPackage(waiting.slice(0, reachabilityLimits.maxDerivations)), async (group) => {
    const left = new Set(group.keys())
    try {
      clock.signal.throwIfAborted()
      for await (const { fix, derived } of reader.derive([...group.values()])) {
        const key = fixKey(fix)
        left.delete(key)
        if ('failure' in derived) failures.set(key, derived.failure)
        else functions.set(key, derived)
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!clock.signal.aborted) throw error
      for (const key of left) failures.set(key, 'the time limit for reading packages was reached')
    }
  })
  return { functions, failures }
}

/** Groups fixes by their packages. */
function byPackage(fixes: readonly (readonly [string, FixedAdvisory])[]): readonly Map<string, FixedAdvisory>[] {
  const groups = new Map<string, Map<string, FixedAdvisory>>()
  for (const [key, fix] of fixes) {
    const name = `${fix.ecosystem} ${fix.name}`
    const group = groups.get(name) ?? new Map<string, FixedAdvisory>()
    groups.set(name, group.set(key, fix))
  }
  return [...groups.values()]
}

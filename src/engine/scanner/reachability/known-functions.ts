import type { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import { type FixedAdvisory, fixKey, type FixRecord, type PackageStore } from './package-store.ts'

/** Package that an advisory affects, with the versions that fix it. */
export interface FixedPackage {
  readonly ecosystem: string
  readonly name: string
  readonly fixedVersions: readonly string[]
}

/** Vulnerable functions that a scan has derived, with the digests of the archives that it compared. */
export type KnownFunctions = FixedAdvisory & FixRecord & { readonly functions: VulnerableFunctions }

/** Returns the fixes of an advisory whose functions a scan can derive: one per npm or PyPI package and version. */
export function fixesOf(advisoryId: string, packages: readonly FixedPackage[]): FixedAdvisory[] {
  const fixes = packages.flatMap(({ ecosystem, name, fixedVersions }) =>
    ecosystem === 'npm' || ecosystem === 'PyPI'
      ? fixedVersions.map((fixedVersion): FixedAdvisory => ({ ecosystem, name, advisoryId, fixedVersion }))
      : [],
  )
  return [...new Map(fixes.map((fix) => [fixKey(fix), fix])).values()]
}

/** Returns the stored functions of fixes, in the order of the fixes. Derives nothing. */
export async function knownFunctions(
  store: Pick<PackageStore, 'findFixes' | 'findFunctions'>,
  fixes: readonly FixedAdvisory[],
): Promise<readonly KnownFunctions[]> {
  const records = await store.findFixes(fixes)
  const known = fixes.flatMap((fix) => {
    const record = records.get(fixKey(fix))
    return record ? [{ ...fix, ...record }] : []
  })
  const functions = await store.findFunctions(known)
  return known.flatMap((fix) => {
    const found = functions.get(fixKey(fix))
    return found ? [{ ...fix, functions: found }] : []
  })
}

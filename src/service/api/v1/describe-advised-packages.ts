import { isMalwareId } from '../../../engine/advisories/description.ts'
import { fixedVersionsOf, versionRanges } from '../../../engine/advisories/fixed-versions.ts'
import { OsvAffected } from '../../../engine/advisories/osv-record.ts'
import { fixesOf, type KnownFunctions, knownFunctions } from '../../../engine/scanner/reachability/known-functions.ts'
import { listAffectedEntries, listVisibleFixes, type PackageFix } from '../../db/advisories/advisory-servers.ts'
import type { ApiContext } from '../endpoint.ts'
import { comparedVersions, type DescribedPackage } from './advised-package.ts'

const maxRanges = 20
const maxEvents = 50
const maxVersions = 100
const maxCompared = 10

/** Maximum number of fixes whose functions are looked up. */
const maxFixes = 500

/**
 * Returns the packages that an advisory affects, by ecosystem and name, with the functions that scans have derived.
 *
 * Returns only the functions of fixes for package versions in projects that the caller can see. The others would reveal
 * that another account scanned a project with such a version.
 *
 * @param advisory.affectsVisibleProject True if the caller can see an affected project.
 * @param advisory.accountId Account whose repositories the caller can see.
 */
export async function describePackages(
  { db, packageStore }: Pick<ApiContext, 'db' | 'packageStore'>,
  {
    id,
    affectsVisibleProject,
    accountId,
  }: { readonly id: string; readonly affectsVisibleProject: boolean; readonly accountId: string | undefined },
): Promise<DescribedPackage[]> {
  const [entries, visible] = await Promise.all([
    listAffectedEntries(db, id),
    packageStore && affectsVisibleProject ? listVisibleFixes(db, id, accountId) : [],
  ])
  const packages = packagesOf(entries)
  const shown = new Set(visible.map(fixName))
  const fixes = fixesOf(id, packages).filter((fix) => shown.has(fixName(fix)))
  const known = packageStore ? await knownFunctions(packageStore, fixes.slice(0, maxFixes)) : []
  const byPackage = Map.groupBy(known, packageKey)
  return packages.map((each) => ({
    ...each,
    ...functionsOf(each, byPackage.get(packageKey(each)) ?? [], { id, affectsVisibleProject }),
  }))
}

const packageKey = ({ ecosystem, name }: { readonly ecosystem: string; readonly name: string }) =>
  JSON.stringify([ecosystem, name])

const fixName = ({ ecosystem, name, fixedVersion }: PackageFix) => JSON.stringify([ecosystem, name, fixedVersion])

type PublishedPackage = Omit<DescribedPackage, 'vulnerableFunctions' | 'vulnerableFunctionsReason'>

function packagesOf(
  rows: readonly { readonly ecosystem: string; readonly name: string; readonly entry: unknown }[],
): PublishedPackage[] {
  const packages = [...Map.groupBy(rows, packageKey).values()].flatMap((group): PublishedPackage[] => {
    const [{ ecosystem, name } = { ecosystem: '', name: '' }] = group
    const entries = group.flatMap(({ entry }) => OsvAffected.safeParse(entry).data ?? [])
    return [{ ecosystem, name, ...versionsOf(entries) }]
  })
  return packages.sort((a, b) => compareText(a.ecosystem, b.ecosystem) || compareText(a.name, b.name))
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function versionsOf(entries: readonly OsvAffected[]): Omit<PublishedPackage, 'ecosystem' | 'name'> {
  const ranges = entries.flatMap(versionRanges)
  const fixed = new Set(entries.flatMap(fixedVersionsOf))
  return {
    ranges: ranges.slice(0, maxRanges).map(({ type, events }) => ({
      type,
      events: events.slice(0, maxEvents).map(({ last_affected: lastAffected, ...event }) => ({
        ...event,
        ...(lastAffected !== undefined && { lastAffected }),
      })),
    })),
    versions: ranges.length > 0 ? [] : entries.flatMap(({ versions }) => versions).slice(0, maxVersions),
    fixedVersions: [...fixed].slice(0, maxVersions),
  }
}

function functionsOf(
  { ecosystem, fixedVersions }: PublishedPackage,
  known: readonly KnownFunctions[],
  { id, affectsVisibleProject }: { readonly id: string; readonly affectsVisibleProject: boolean },
): Pick<DescribedPackage, 'vulnerableFunctions' | 'vulnerableFunctionsReason'> {
  if (ecosystem !== 'npm' && ecosystem !== 'PyPI') return without('unsupported-ecosystem')
  if (isMalwareId(id)) return without('malware')
  if (fixedVersions.length === 0) return without('no-fixed-version')
  if (!affectsVisibleProject) return without('no-affected-project')
  if (known.length === 0) return without('not-derived')
  return { vulnerableFunctions: known.slice(0, maxCompared).map(comparedVersions) }
}

function without(
  vulnerableFunctionsReason: NonNullable<DescribedPackage['vulnerableFunctionsReason']>,
): Pick<DescribedPackage, 'vulnerableFunctions' | 'vulnerableFunctionsReason'> {
  return { vulnerableFunctions: null, vulnerableFunctionsReason }
}

import type { License } from '../../../model/license.ts'
import { packageOfUrl } from '../../../model/purl.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReading } from '../../manifest-reader.ts'
import type { WorkBudget } from '../../work-budget.ts'

export interface DocumentedPackage {
  /** ID within the document. */
  readonly id: string
  readonly name: string
  readonly version: string | undefined
  readonly purl: string | undefined
  readonly dev: boolean
  readonly line: number | undefined
  readonly license: License | undefined
  /** Source package of a distribution package, if the document states it outside of the package URL. */
  readonly source?: { readonly name: string; readonly version: string }
}

/** SBOM document in any format. */
export interface PackageDocument {
  readonly packages: readonly DocumentedPackage[]
  /** IDs of what the document describes. These are not dependencies. */
  readonly roots: ReadonlySet<string>
  /** IDs of each package's dependencies. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
}

/**
 * Converts an SBOM to a reading. The package URL determines the ecosystem, name, and version. A package without a
 * package URL belongs to no ecosystem, so it is listed but not matched with advisories. Linear in packages and
 * dependencies.
 */
export function readingOfDocument(
  { packages, roots, dependencies }: PackageDocument,
  work: WorkBudget,
): ManifestReading {
  const listing = new Listing(work)
  const direct = new Set([...roots].flatMap((root) => dependencies.get(root) ?? []))
  const seen = new Set<string>()
  for (const { id, name, version, purl, dev, line, license, source } of packages) {
    work.spend(1 + (purl?.length ?? 0) / 8)
    // IDs must be unique. A second package with the same ID is an error in the document, so it gets a key of its own.
    const key = seen.has(id) ? `${id}#${seen.size}` : id
    seen.add(key)
    if (roots.has(id)) continue
    const named = purl === undefined ? undefined : packageOfUrl(purl, source)
    const role = {
      key,
      name: named?.name ?? name,
      ecosystem: named?.ecosystem ?? ('generic' as const),
      dev,
      groups: [],
      ...(line !== undefined && { line }),
    }
    const number = named?.version ?? version
    if (number !== undefined && number !== '')
      listing.add({
        ...role,
        version: number,
        ...(direct.size > 0 && { direct: direct.has(id) }),
        requires: dependencies.get(id) ?? [],
        ...(license && { license }),
        ...(named?.distribution && { distribution: named.distribution }),
      })
    else listing.request({ ...role, requested: purl ?? '(nothing)', reason: 'document-without-version' })
  }
  const project = packages.find(({ id }) => roots.has(id))
  return listing.reading(
    project === undefined
      ? {}
      : { project: { name: project.name, ...(project.version !== undefined && { version: project.version }) } },
  )
}

/** Appends a value to the list under a key. */
export function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

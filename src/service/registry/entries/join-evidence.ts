import type { PublicSourceType } from '../../../engine/model/target.ts'
import type { DeclaredPackage } from '../../../engine/model/project-facts.ts'
import type { JoinEvidence, SourceDeclaration } from '../../../engine/model/registry-source.ts'
import { repositoryAddress } from '../../../engine/project-facts/repository-address.ts'
import { packageNaming } from '../../../engine/sources/package-naming.ts'

/** Package or repository, with the data for joining it with others. */
export interface JoinableSource {
  readonly type: PublicSourceType
  readonly canonicalUrl: string
  readonly folder: string
  readonly name: string
  readonly declares: SourceDeclaration
  readonly isHeldApart: boolean
  readonly goneAt: Date | null
}

/**
 * Returns the evidence that a package and a repository are the same server, or undefined. Both sides must name each
 * other, because anyone can write any URL or name into a manifest.
 *
 * - The package must name the repository, in its manifest or in a verified attestation. It must also name the folder,
 *   unless it is the repository's only package or is at its root. An attestation that names another repository
 *   overrides the manifest.
 * - At its current revision, the repository must contain a manifest in that folder that has the package's name and is
 *   not marked private.
 */
export function joinEvidence(one: JoinableSource, other: JoinableSource): JoinEvidence | undefined {
  const [repository, published] = one.type === 'git' ? [one, other] : [other, one]
  if (repository.type !== 'git' || published.type === 'git') return undefined
  if (
    ![one, other].every(
      ({ declares, isHeldApart, goneAt }) =>
        declares.isCurrent && declares.evidence.isServer && !isHeldApart && goneAt === null,
    )
  )
    return undefined
  const named = namedRepository(published, repository.canonicalUrl)
  const manifest = manifestOf(repository, published)
  if (!named || !manifest) return undefined
  const place = joined(repository.folder, manifest.folder)
  if (named.directory === '' ? !isOnlyPackage(repository, manifest) && place !== '' : named.directory !== place)
    return undefined
  const file = joined(place, packageNaming[published.type].manifest)
  return {
    package: { type: published.type, name: published.name, revision: published.declares.revision, says: named.says },
    repository: {
      url: repository.canonicalUrl,
      revision: repository.declares.revision,
      manifest: file,
      says: `${file} has the name ${manifest.name}`,
    },
  }
}

/**
 * Returns how a package names a repository, or undefined if it names none or a different one. A verified attestation
 * takes precedence over the manifest, because it proves where the package was built.
 */
function namedRepository(
  { declares: { facts, provenance } }: JoinableSource,
  url: string,
): { readonly directory: string; readonly says: string } | undefined {
  const attested = provenance && repositoryAddress(provenance.repository)?.url === url
  if (provenance && !attested) return undefined
  const declared = facts.repository?.url === url ? facts.repository : undefined
  if (attested)
    return {
      directory: declared?.directory ?? '',
      says:
        'a verified attestation states that it was built from ' +
        `${url}${provenance.commit === undefined ? '' : ` at ${provenance.commit}`}`,
    }
  return (
    declared && {
      directory: declared.directory,
      says: `its manifest names ${url}${declared.directory === '' ? '' : `, folder ${declared.directory}`}`,
    }
  )
}

/**
 * Returns a package's manifest in the repository folder covered by a source. A manifest at the root of that folder
 * takes precedence. Otherwise, the package must be the repository's only one.
 */
function manifestOf(repository: JoinableSource, { type, name }: JoinableSource): DeclaredPackage | undefined {
  if (type === 'git') return undefined
  const { ecosystem, normalName } = packageNaming[type]
  const wanted = normalName(name)
  const manifests = repository.declares.facts.packages.filter(
    (one) => one.ecosystem === ecosystem && one.name === wanted && !one.isPrivate,
  )
  const atRoot = manifests.find(({ folder }) => folder === '')
  if (atRoot) return atRoot
  return manifests.length === 1 && isOnlyPackage(repository, manifests[0]) ? manifests[0] : undefined
}

/**
 * Reports whether the package is the repository's only one. If there are several, none of them represents the
 * repository.
 */
function isOnlyPackage({ declares }: JoinableSource, manifest: DeclaredPackage | undefined): boolean {
  return (
    declares.facts.packages.filter(({ ecosystem, isPrivate }) => ecosystem === manifest?.ecosystem && !isPrivate)
      .length === 1
  )
}

const joined = (folder: string, name: string): string => [folder, name].filter((part) => part !== '').join('/')

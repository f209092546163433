import type { PublicSourceType } from '../../../engine/model/target.ts'
import type { DeclaredPackage } from '../../../engine/model/project-facts.ts'
import type { JoinEvidence, SourceDeclaration } from '../../../engine/model/registry-source.ts'
import { repositoryAddress } from '../../../engine/project-facts/repository-address.ts'
import { packageNaming } from '../../../engine/sources/package-naming.ts'

/** A package or repository, as joining needs it. */
export interface JoinableSource {
  readonly type: PublicSourceType
  readonly canonicalUrl: string
  /** Of the repository. */
  readonly folder: string
  /** Of the package. */
  readonly name: string
  readonly declares: SourceDeclaration
  readonly isHeldApart: boolean
  readonly goneAt: Date | null
}

/**
 * Why a package and a repository are the same server; undefined where they are not, by what both say. The package names
 * the repository, and the folder unless the repository has no other package that it could be; or a verified attestation
 * of it names the repository. And the repository, at its current revision, has a manifest of that name there that is
 * not kept from being published. Either alone proves nothing: anybody may write an address or a name into a manifest. A
 * verified attestation that names another repository outweighs both.
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
 * How a package names a repository; undefined where it names another one, or none. What a verified attestation says
 * weighs more than its manifest: that was built somewhere else.
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
 * The manifest of a package within the part of a repository that a source is; one at its root comes before others, of
 * which there may be one only.
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

/** Of several packages in a repository none is the repository. */
function isOnlyPackage({ declares }: JoinableSource, manifest: DeclaredPackage | undefined): boolean {
  return (
    declares.facts.packages.filter(({ ecosystem, isPrivate }) => ecosystem === manifest?.ecosystem && !isPrivate)
      .length === 1
  )
}

const joined = (folder: string, name: string): string => [folder, name].filter((part) => part !== '').join('/')

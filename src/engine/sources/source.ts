import type { PackageFacts } from '../model/package-facts.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { SourceType, Target } from '../model/target.ts'
import type { Isolation } from '../isolation/isolation.ts'
import type { Connect } from '../net/connections.ts'
import type { NpmManifest } from './package-registries/npm-packument.ts'
import type { CratesIndex } from './package-registries/crates-index.ts'
import type { MavenRepository } from './package-registries/maven-repository.ts'
import type { NpmRegistry } from './package-registries/npm-registry.ts'
import type { PypiIndex } from './package-registries/pypi-index.ts'
import type { PypiFile } from './package-registries/pypi-project.ts'
import type { NpmRelease } from './package-registries/npm-release.ts'

/** User name and password for a git server. Held only in memory. */
export interface GitCredential {
  readonly username: string
  readonly password: string
}

/** Access to a private repository: a credential, or connections to which another process adds the credential. */
export type GitAccess = GitCredential | { readonly connect: Connect }

/** Dependencies for reading repositories. */
export interface GitReach {
  /** Opens connections to git servers. */
  readonly connect: Connect
  /** Size-limited folder for temporary files, such as the data folder. */
  readonly temporaryFolder: string
  /** True if git must not read a repository on a machine that cannot restrict its files. */
  readonly requiresFileRules?: boolean
  /**
   * Host of the operator's own GitHub instance, in lowercase, with its port unless it is the default https port. It is
   * contacted as `upstream`, and its names are case-insensitive.
   */
  readonly githubHost?: string
  /**
   * Returns the requesting account's access to a repository, or undefined if it has none. The creator of the context
   * binds this function to one account.
   */
  accessFor?(repository: URL, signal: AbortSignal): Promise<GitAccess | undefined>
}

/** External dependencies of sources. All scans share them, except for the credentials. */
export interface SourceReach {
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
  readonly git: GitReach
  /** Child processes that unpack archives. */
  readonly isolation: Isolation
}

/** Input for one resolve or fetch. */
export interface SourceContext extends SourceReach {
  readonly signal: AbortSignal
  /** Called repeatedly with the completed share of the fetch, 0 to 1. Not called while the share is unknown. */
  readonly onProgress?: (share: number) => void
}

/** npm package version that has been resolved but not fetched yet. */
export interface ResolvedNpmSource {
  readonly type: 'npm'
  /** URL of the package page, without a version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** This version's registry metadata. */
  readonly manifest: NpmManifest
  /** This version's publication data. */
  readonly release: NpmRelease
  /** Number of versions in the registry. */
  readonly versions?: number
}

/** Dependencies for reading npm packages. */
export type NpmReach = Pick<SourceContext, 'npmRegistry' | 'signal'>

/** Python project release and the file to scan. */
export interface ResolvedPypiSource {
  readonly type: 'pypi'
  /** URL of the project page, without a version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** Normalized project name. */
  readonly name: string
  readonly file: PypiFile
  /** All files in the release, including `file`. */
  readonly files: readonly PypiFile[]
  /** True if the index would list attestations. */
  readonly tellsAttestations: boolean
  /** The release's index data. Provenance is verified when the file is fetched. */
  readonly facts: PackageFacts
}

/** Dependencies for reading Python projects. */
export type PypiReach = Pick<SourceContext, 'pypiIndex' | 'signal'>

/** Repository commit that has been resolved but not fetched yet. */
export interface ResolvedGitSource {
  readonly type: 'git'
  /** Repository URL, as in the target. */
  readonly repository: string
  readonly canonicalUrl: string
  /** Full object ID of the commit. */
  readonly revision: string
  /** Branch or tag that points to the commit. */
  readonly ref?: string
  readonly folder?: string
  readonly unverifiedRevision?: true
  /** Present if the account's credential was required. */
  readonly isPrivate?: true
  /** Present if a response came from a private address. */
  readonly isInternal?: true
}

/** Folder, or a single file in it. Its revision is known only after it is read. */
export interface ResolvedFolderSource {
  readonly type: 'folder'
  /** Absolute path of the folder, without links. */
  readonly path: string
  /** Name of the only file to read. If absent, all files of the folder are read. */
  readonly file?: string
  /** `file:` URL of the folder or file. */
  readonly canonicalUrl: string
}

export type ResolvedSource = ResolvedFolderSource | ResolvedGitSource | ResolvedNpmSource | ResolvedPypiSource

export type TargetOf<Type extends SourceType> = Extract<Target, { type: Type }>
export type ResolvedOf<Type extends SourceType> = Extract<ResolvedSource, { type: Type }>

/** Kind of location that projects can be scanned from. */
export interface Source<Type extends SourceType = SourceType> {
  /** Source ID, which is the name of its folder and the `type` of its targets. */
  readonly id: SourceType
  /** Examples of supported URLs for display, with placeholders in capitals. */
  readonly examples: readonly string[]
  /**
   * Parses a submitted https URL. Returns undefined if its host belongs to a different source. Throws ScanFailure
   * INVALID_URL if the host belongs to this source and the path is invalid. Does not use the network.
   */
  accepts(url: URL): TargetOf<Type> | undefined
  /**
   * Resolves a target to its current revision. Throws ScanFailure SOURCE_NOT_FOUND, SOURCE_FORBIDDEN, SOURCE_MALFORMED,
   * or UPSTREAM_UNAVAILABLE.
   */
  resolve(context: SourceContext, target: TargetOf<Type>): Promise<ResolvedOf<Type>>
  /**
   * Reads the files in a revision. The caller must dispose the snapshot. Throws the same failures as `resolve`, and
   * ScanFailure SOURCE_TOO_LARGE or ADDRESS_NOT_ALLOWED.
   */
  fetch(context: SourceContext, resolved: ResolvedOf<Type>): Promise<Snapshot>
}

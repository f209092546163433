import type { PackageFacts } from '../model/package-facts.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { SourceType, Target } from '../model/target.ts'
import type { Isolation } from '../isolation/isolation.ts'
import type { AddressGuard } from '../net/address-guard.ts'
import type { NpmManifest } from './package-registries/npm-packument.ts'
import type { CratesIndex } from './package-registries/crates-index.ts'
import type { MavenRepository } from './package-registries/maven-repository.ts'
import type { NpmRegistry } from './package-registries/npm-registry.ts'
import type { PypiIndex } from './package-registries/pypi-index.ts'
import type { PypiFile } from './package-registries/pypi-project.ts'
import type { NpmRelease } from './package-registries/npm-release.ts'

/** User and password for a git server. Only held in memory, and passed to git over a pipe. */
export interface GitCredential {
  readonly username: string
  readonly password: string
}

/** Dependencies for reading repositories. */
export interface GitReach {
  /** The address policy. git only receives addresses that it allows. */
  readonly addressGuard: AddressGuard
  /** Folder for temporary files with limited size, such as the data folder. */
  readonly temporaryFolder: string
  /**
   * Host of the operator's own GitHub, in lowercase, with its port unless it is the default port of https. Contacted as
   * `upstream`. Its names are case-insensitive.
   */
  readonly githubHost?: string
  /**
   * The credential of the requesting account for a repository. Undefined if it has none. The creator of the context
   * binds it to one account.
   */
  credentialFor?(repository: URL, signal: AbortSignal): Promise<GitCredential | undefined>
}

/** External dependencies of sources, the same for all scans except for the credentials. */
export interface SourceReach {
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly mavenRepository: MavenRepository
  readonly cratesIndex: CratesIndex
  readonly git: GitReach
  /** Child processes that unpack archives. */
  readonly isolation: Isolation
}

/** Input of one resolve or fetch. */
export interface SourceContext extends SourceReach {
  readonly signal: AbortSignal
  /** Called repeatedly with the completed share of the fetch, 0 to 1, if it is known. */
  readonly onProgress?: (share: number) => void
}

/** An immutable revision of a target that was resolved but not fetched yet. */
export interface ResolvedNpmSource {
  readonly type: 'npm'
  /** URL of the package's page, without a version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** The registry's data about this version. */
  readonly manifest: NpmManifest
  /** Publication data. */
  readonly release: NpmRelease
  /** Number of versions of the package in the registry. */
  readonly versions?: number
}

/** Dependencies for reading npm packages. */
export type NpmReach = Pick<SourceContext, 'npmRegistry' | 'signal'>

/** A release of a Python project, and its file to scan. */
export interface ResolvedPypiSource {
  readonly type: 'pypi'
  /** URL of the project's page, without a version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** In normalized form. */
  readonly name: string
  readonly file: PypiFile
  /** All files of the release, including that one. */
  readonly files: readonly PypiFile[]
  /** The index would list attestations. */
  readonly tellsAttestations: boolean
  /** The index's data about the release. Provenance is verified when its file is fetched. */
  readonly facts: PackageFacts
}

/** Dependencies for reading Python projects. */
export type PypiReach = Pick<SourceContext, 'pypiIndex' | 'signal'>

/** A commit of a repository. */
export interface ResolvedGitSource {
  readonly type: 'git'
  /** As in the target. */
  readonly repository: string
  readonly canonicalUrl: string
  /** Complete object ID of the commit. */
  readonly revision: string
  /** The branch or tag that points to it. */
  readonly ref?: string
  readonly folder?: string
  readonly unverifiedRevision?: true
  /** Read with the account's credential. */
  readonly isPrivate?: true
  /** Read from a private address. */
  readonly isInternal?: true
}

/** A folder, or a single file in it. Its revision is unknown before it is read. */
export interface ResolvedFolderSource {
  readonly type: 'folder'
  /** Absolute path of the folder, without links. */
  readonly path: string
  /** Name of the only file to read. Absent for all files of the folder. */
  readonly file?: string
  /** `file:` URL of the folder or the file. */
  readonly canonicalUrl: string
}

export type ResolvedSource = ResolvedFolderSource | ResolvedGitSource | ResolvedNpmSource | ResolvedPypiSource

export type TargetOf<Type extends SourceType> = Extract<Target, { type: Type }>
export type ResolvedOf<Type extends SourceType> = Extract<ResolvedSource, { type: Type }>

/** A kind of project location. */
export interface Source<Type extends SourceType = SourceType> {
  /** Equal to the source's folder name and the `type` of its targets. */
  readonly id: SourceType
  /** Supported URLs, with placeholders in capitals, for display. */
  readonly examples: readonly string[]
  /**
   * Parses a submitted https URL. Undefined if its host belongs to a different source. Throws ScanFailure INVALID_URL
   * if the host belongs to this source and the path is invalid. Does not use the network.
   */
  accepts(url: URL): TargetOf<Type> | undefined
  /**
   * Finds the current revision of a target. Throws ScanFailure SOURCE_NOT_FOUND, SOURCE_FORBIDDEN, SOURCE_MALFORMED, or
   * UPSTREAM_UNAVAILABLE.
   */
  resolve(context: SourceContext, target: TargetOf<Type>): Promise<ResolvedOf<Type>>
  /**
   * Reads a revision's files. The caller must dispose the snapshot. Throws ScanFailure like `resolve`, and
   * SOURCE_TOO_LARGE or ADDRESS_NOT_ALLOWED.
   */
  fetch(context: SourceContext, resolved: ResolvedOf<Type>): Promise<Snapshot>
}

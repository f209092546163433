import type { PackageFacts } from '../model/package-facts.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { SourceType, Target } from '../model/target.ts'
import type { AddressGuard } from '../net/address-guard.ts'
import type { NpmManifest } from './package-registries/npm-packument.ts'
import type { NpmRegistry } from './package-registries/npm-registry.ts'
import type { PypiIndex } from './package-registries/pypi-index.ts'
import type { PypiFile } from './package-registries/pypi-project.ts'
import type { NpmRelease } from './package-registries/npm-release.ts'

/** User and password that a git server asks for; only ever held in memory and handed to git over a pipe. */
export interface GitCredential {
  readonly username: string
  readonly password: string
}

/** What reading repositories needs of the world. */
export interface GitReach {
  /** The one decision about addresses; git is told which it may use. */
  readonly addressGuard: AddressGuard
  /** Where bounded temporary files may lie, such as the data folder. */
  readonly temporaryFolder: string
  /**
   * Host of the operator's own GitHub, lower case, with its port unless that is the one of https: contacted
   * as `upstream`, and known for not telling upper from lower case in names.
   */
  readonly githubHost?: string
  /**
   * The credential with which the account that asked for the scan may read a repository; undefined
   * when it has none. Bound to one account by whoever makes the context.
   */
  credentialFor?(repository: URL, signal: AbortSignal): Promise<GitCredential | undefined>
}

/** What sources reach in the world, for all scans alike but for the credentials. */
export interface SourceReach {
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  readonly git: GitReach
}

/** What one resolve or fetch is given. */
export interface SourceContext extends SourceReach {
  readonly signal: AbortSignal
  /** Called now and then with the share of the fetch that is done, 0 to 1, where it is known. */
  readonly onProgress?: (share: number) => void
}

/** An immutable revision of a target: known, not yet fetched. */
export interface ResolvedNpmSource {
  readonly type: 'npm'
  /** The package's page, without version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** What the registry says of this version. */
  readonly manifest: NpmManifest
  /** How it was published. */
  readonly release: NpmRelease
  /** How many versions the registry has of the package. */
  readonly versions?: number
}

/** What reading npm packages needs of it. */
export type NpmReach = Pick<SourceContext, 'npmRegistry' | 'signal'>

/** A release of a Python project, and the file of it that is looked at. */
export interface ResolvedPypiSource {
  readonly type: 'pypi'
  /** The project's page, without version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** In normal form. */
  readonly name: string
  readonly file: PypiFile
  /** All files of the release, that one included. */
  readonly files: readonly PypiFile[]
  /** The index would tell of attestations. */
  readonly tellsAttestations: boolean
  /** What the index says of the release; provenance is not looked at before its file is fetched. */
  readonly facts: PackageFacts
}

/** What reading Python projects needs of the context. */
export type PypiReach = Pick<SourceContext, 'pypiIndex' | 'signal'>

/** A commit of a repository. */
export interface ResolvedGitSource {
  readonly type: 'git'
  /** As the target has it. */
  readonly repository: string
  readonly canonicalUrl: string
  /** Full object id of the commit. */
  readonly revision: string
  /** The branch or tag that leads to it. */
  readonly ref?: string
  readonly folder?: string
  readonly unverifiedRevision?: true
  /** Read with the account's credential. */
  readonly isPrivate?: true
  /** Read from an address that is not public. */
  readonly isInternal?: true
}

/** A folder, or one file in it. Its state has no name before it is read. */
export interface ResolvedFolderSource {
  readonly type: 'folder'
  /** Absolute path of the folder, without links. */
  readonly path: string
  /** Name of the only file to read. Absent: all files of the folder. */
  readonly file?: string
  /** `file:` URL of the folder or the file. */
  readonly canonicalUrl: string
}

export type ResolvedSource = ResolvedFolderSource | ResolvedGitSource | ResolvedNpmSource | ResolvedPypiSource

export type TargetOf<Type extends SourceType> = Extract<Target, { type: Type }>
export type ResolvedOf<Type extends SourceType> = Extract<ResolvedSource, { type: Type }>

/** A kind of place that projects come from. */
export interface Source<Type extends SourceType = SourceType> {
  /** Equals the source's folder name and the `type` of its targets. */
  readonly id: SourceType
  /** The addresses it understands, with placeholders in capitals, for people. */
  readonly examples: readonly string[]
  /**
   * Reads a submitted https address. Undefined when its host belongs to another source; throws
   * ScanFailure INVALID_URL when the host is its own and the path makes no sense. Touches no network.
   */
  accepts(url: URL): TargetOf<Type> | undefined
  /**
   * Finds the revision that a target means now. Throws ScanFailure SOURCE_NOT_FOUND,
   * SOURCE_FORBIDDEN, SOURCE_MALFORMED or UPSTREAM_UNAVAILABLE.
   */
  resolve(context: SourceContext, target: TargetOf<Type>): Promise<ResolvedOf<Type>>
  /**
   * Reads a revision's files; whoever gets the snapshot lets go of it. Throws ScanFailure like
   * `resolve`, and SOURCE_TOO_LARGE or ADDRESS_NOT_ALLOWED.
   */
  fetch(context: SourceContext, resolved: ResolvedOf<Type>): Promise<Snapshot>
}

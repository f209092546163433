import type { Snapshot } from '../model/snapshot.ts'
import type { SourceType, Target } from '../model/target.ts'
import type { NpmManifest } from '../package-registries/npm-packument.ts'
import type { NpmRegistry } from '../package-registries/npm-registry.ts'

/** What sources need of the world. */
export interface SourceContext {
  readonly npmRegistry: NpmRegistry
  readonly signal: AbortSignal
}

/** An immutable revision of a target: known, not yet fetched. */
export interface ResolvedNpmSource {
  readonly type: 'npm'
  /** The package's page, without version. */
  readonly canonicalUrl: string
  readonly revision: string
  /** What the registry says of this version. */
  readonly manifest: NpmManifest
}

export type ResolvedSource = ResolvedNpmSource

type TargetOf<Type extends SourceType> = Extract<Target, { type: Type }>
type ResolvedOf<Type extends SourceType> = Extract<ResolvedSource, { type: Type }>

/** A kind of place that projects come from. */
export interface Source<Type extends SourceType = SourceType> {
  /** Equals the source's folder name and the `type` of its targets. */
  readonly id: Type
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
   * Reads a revision's files into memory. Throws ScanFailure like `resolve`, and SOURCE_TOO_LARGE
   * or ADDRESS_NOT_ALLOWED.
   */
  fetch(context: SourceContext, resolved: ResolvedOf<Type>): Promise<Snapshot>
}

import type { PackageRegistryType } from './target.ts'
import type { Reachability } from './reachability.ts'
import type { ProjectFacts, ProtocolSign } from './project-facts.ts'

/** Whether a project is an MCP server, with the evidence and the reason as a sentence. */
export interface ServerEvidence {
  readonly isServer: boolean
  readonly reason: string
  readonly signs: readonly ProtocolSign[]
}

/** What a server's source declares, read from the scan of one revision. */
export interface SourceDeclaration {
  readonly revision: string
  /**
   * True if the revision was current when it was recorded. Other revisions never join a package to a repository,
   * because any contributor can push them to a branch.
   */
  readonly isCurrent: boolean
  readonly facts: ProjectFacts
  readonly evidence: ServerEvidence
  /** Repository and commit from the package's verified attestation. */
  readonly provenance?: { readonly repository: string; readonly commit?: string }
}

/** Evidence that a package and a repository are the same server: what each declares about the other. */
export interface JoinEvidence {
  readonly package: {
    readonly type: PackageRegistryType
    readonly name: string
    readonly revision: string
    /** The declaration as a sentence. */ readonly says: string
  }
  readonly repository: {
    readonly url: string
    readonly revision: string
    /** Manifest that declares the name. */ readonly manifest: string
    readonly says: string
  }
}

/**
 * Input of the scoring formula for a revision: the number of open findings by severity, precision, kind of
 * dependency, and reachability.
 */
export interface ScoreBasis {
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'info'
  readonly precision: 'very-high' | 'high' | 'medium' | 'low'
  readonly isDev: boolean
  /** Absent if the analysis did not judge the findings. */
  readonly reachability?: Reachability['status']
  readonly count: number
}

import type { ProjectFacts, ProtocolSign } from './project-facts.ts'

/** Whether a project is a server of the protocol, and by what that is known: a sentence for people, and the places. */
export interface ServerEvidence {
  readonly isServer: boolean
  readonly reason: string
  readonly signs: readonly ProtocolSign[]
}

/** What a source of a server declares, by the scan of one of its revisions. */
export interface SourceDeclaration {
  readonly revision: string
  /** It was the current one when it was entered. Others join nothing: anybody may have pushed a branch. */
  readonly isCurrent: boolean
  readonly facts: ProjectFacts
  readonly evidence: ServerEvidence
  /** The repository and commit that a verified attestation of the package names. */
  readonly provenance?: { readonly repository: string; readonly commit?: string }
}

/** Why a package and a repository are the same server: what each of them says of the other. */
export interface JoinEvidence {
  readonly package: {
    readonly type: 'npm' | 'pypi'
    readonly name: string
    readonly revision: string
    /** A sentence. */ readonly says: string
  }
  readonly repository: {
    readonly url: string
    readonly revision: string
    /** The manifest that has the name. */ readonly manifest: string
    readonly says: string
  }
}

/**
 * What a formula of the score needs to know of a revision: how many open findings there are of each kind that it tells
 * apart.
 */
export interface ScoreBasis {
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'info'
  readonly precision: 'very-high' | 'high' | 'medium' | 'low'
  readonly isDev: boolean
  readonly count: number
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Component } from '../model/component.ts'
import type { DetectedFinding } from '../model/finding-record.ts'
import { sourceTypes, type Target } from '../model/target.ts'
import type { GitCredential, ResolvedSource } from '../sources/source.ts'
import { type SourceScan, scanSource } from './scan.ts'
import type { ScanContext, SourceScanOptions } from './scan-context.ts'
import { resolveTarget } from './scan-steps.ts'

/** A revision that a target was resolved to. The texts are as in `SourceIdentity`. */
export const Revision = z.object({
  type: z.enum(sourceTypes),
  canonicalUrl: z.string().max(4_096),
  revision: z.string().max(4_096),
  ref: z.string().max(4_096).optional(),
  folder: z.string().max(4_096).optional(),
  unverifiedRevision: z.literal(true).optional(),
  isPrivate: z.literal(true).optional(),
  /**
   * SHA-256 in hexadecimal. Equal only for revisions with the same content: for packages, it covers all registry
   * metadata about the version, including the archive's digest, and for repositories, the URL, the commit, and the
   * folder. Absent for sources whose content is unknown before they are read.
   */
  contentDigest: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
})
export type Revision = z.infer<typeof Revision>

/** The parts of a `SourceScan` that outlive it. */
export interface ScannedSource extends Pick<
  SourceScan,
  'source' | 'tools' | 'facts' | 'coverage' | 'reading' | 'capabilities'
> {
  readonly components: readonly Component[]
  readonly findings: readonly DetectedFinding[]
  /** A `ProjectConfig`, if the scan was asked for it. */
  readonly projectConfig?: unknown
}

/** Options of one scan, apart from the registry snapshot time, which depends on the revision. */
export interface SourceScannerOptions extends Omit<SourceScanOptions, 'resolvedAt'> {
  /** ID under which the caller knows the scan. */
  readonly scanId?: string
  /** Returns the account's credential for a repository. If undefined, only public repositories can be read. */
  readonly credentialFor?: (repository: URL, signal: AbortSignal) => Promise<GitCredential | undefined>
}

/** One scan: it first resolves its target, and may then scan the revision. Disposal ends it. */
export interface ScanSession extends Disposable {
  /** Returns the target's current revision. Throws a ScanFailure. */
  resolve(): Promise<Revision>
  /** Scans the resolved revision. Throws a ScanFailure. */
  scan(given: { readonly resolvedAt?: Date }): Promise<ScannedSource>
}

/** Scans sources, in this process or in another one. */
export interface SourceScanner {
  open(target: Target, options: SourceScannerOptions): ScanSession
}

/** Returns a scanner that fetches and scans in this process. */
export function createSourceScanner(shared: ScanContext): SourceScanner {
  return {
    open(target, { credentialFor, scanId: _id, ...options }) {
      const context = credentialFor ? withCredentials(shared, credentialFor) : shared
      let resolved: ResolvedSource | undefined
      return {
        async resolve() {
          resolved = await resolveTarget(context, target, options)
          return revisionOf(resolved)
        },
        async scan(given) {
          if (!resolved) throw new Error('a target is resolved before it is scanned')
          return lastingParts(await scanSource(context, resolved, { ...options, ...given }))
        },
        [Symbol.dispose]() {},
      }
    },
  }
}

function withCredentials(
  context: ScanContext,
  credentialFor: NonNullable<SourceScannerOptions['credentialFor']>,
): ScanContext {
  const { sources } = context
  return { ...context, sources: { ...sources, git: { ...sources.git, accessFor: credentialFor } } }
}

export function revisionOf(resolved: ResolvedSource): Revision {
  if (resolved.type === 'folder')
    return { type: resolved.type, canonicalUrl: resolved.canonicalUrl, revision: resolved.path }
  const { type, canonicalUrl, revision } = resolved
  if (resolved.type !== 'git') return { type, canonicalUrl, revision, contentDigest: digestOf(resolved) }
  const { ref, folder, unverifiedRevision, isPrivate } = resolved
  return {
    type,
    canonicalUrl,
    revision,
    ...(ref !== undefined && { ref }),
    ...(folder !== undefined && { folder }),
    ...(unverifiedRevision && { unverifiedRevision }),
    ...(isPrivate && { isPrivate }),
    contentDigest: digestOf({ type, canonicalUrl, revision, folder }),
  }
}

const digestOf = (content: object): string => createHash('sha256').update(JSON.stringify(content)).digest('hex')

function lastingParts({
  source,
  inventory,
  detection,
  coverage,
  reading,
  capabilities,
  tools,
  facts,
  projectConfig,
}: SourceScan): ScannedSource {
  return {
    source,
    components: inventory.components,
    findings: detection.findings,
    coverage,
    ...(reading && { reading }),
    ...(capabilities && { capabilities }),
    tools,
    facts,
    ...(projectConfig && { projectConfig }),
  }
}

import { z } from 'zod'
import type { AdvisoryMatching, AdvisoryReadiness, UnreadableMatch } from '../../../engine/advisories/advisory-store.ts'
import { Component, Ecosystem } from '../../../engine/model/component.ts'
import { ScanFailureCode, ScanStage } from '../../../engine/model/scan.ts'
import type { Target } from '../../../engine/model/target.ts'
import { Revision } from '../../../engine/scanner/source-scanner.ts'
import { limitedList } from './limited-list-schema.ts'
import { OutcomePart } from './outcome-parts.ts'
import { ScannedSourceMessage } from './outcome-schema.ts'
import { type PackageAnswer, PackageResult, PackageTask } from './packages/package-messages.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

/** ID of a scan's session. */
const session = z.int().nonnegative()

/** Settings of the engine in the scan process. It has no others, and no environment of the service. */
export const ProcessSettings = z.object({
  registries: z.object({
    npm: z.string(),
    npmByScope: z.array(z.tuple([z.string(), z.string()])),
    publicNpm: z.string(),
    pypi: z.string(),
    pypiFiles: z.string(),
    maven: z.string(),
    crates: z.string(),
    privateMavenGroups: z.array(z.string()),
    sigstoreTrust: z.string(),
  }),
  resolves: z.boolean(),
  temporaryFolder: z.string(),
  requiresFileRules: z.boolean(),
  githubHost: z.string().optional(),
})
export type ProcessSettings = z.infer<typeof ProcessSettings>

/** Plain options of a scan. */
export const ScanOrder = z.object({
  accountId: z.string().optional(),
  noResolution: z.string().optional(),
  resolvesPrivate: z.boolean().optional(),
  heedsProject: z.boolean().optional(),
  withProjectWord: z.boolean().optional(),
  judgesReachability: z.boolean().optional(),
  listsCapabilities: z.boolean().optional(),
  without: z.array(z.string()).optional(),
  /** True if the account may have access to the repository although it is private. */
  asksForAccess: z.boolean(),
})
export type ScanOrder = z.infer<typeof ScanOrder>

/** Message from the worker, which is trusted. */
export type WorkerMessage =
  | { readonly kind: 'configure'; readonly settings: ProcessSettings }
  | { readonly kind: 'open'; readonly session: number; readonly target: Target; readonly order: ScanOrder }
  | { readonly kind: 'resolve'; readonly session: number }
  | { readonly kind: 'scan'; readonly session: number; readonly resolvedAt?: string | undefined }
  | { readonly kind: 'read-package'; readonly session: number; readonly task: PackageTask }
  | { readonly kind: 'close'; readonly session: number }
  | { readonly kind: 'call-waits'; readonly call: number; readonly isWaiting: boolean }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly call: number; readonly reason: string }

/** File in the cache of results. The worker turns it into a key, which depends on the installation's secret. */
const StoredFile = z.tuple([
  z.union([
    z.literal('public'),
    z.templateLiteral(['account:', z.string().max(100)]),
    z.templateLiteral(['source:', z.string().max(4_096)]),
  ]),
  z.string().max(4_096),
  z.string().max(4_096),
])
export type StoredFile = z.infer<typeof StoredFile>

/** Requests of the scan process, by name, and the type of each answer. */
export interface CallAnswers {
  readonly 'advisories-ready': AdvisoryReadiness
  readonly 'advisories-match': AdvisoryMatching
  readonly 'advisories-unreadable': readonly UnreadableMatch[]
  readonly 'find-results': readonly (readonly [index: number, result: unknown])[]
  readonly 'keep-results': null
  readonly 'find-units': readonly (readonly [index: number, base64: string])[]
  readonly 'keep-units': null
  readonly 'server-names': readonly string[]
  /** True if the fetcher now has a credential for the repository, and adds it to the requests of the session. */
  readonly access: boolean
  readonly 'read-package': PackageAnswer
}

const components = limitedList(Component, scanProcessLimits.maxComponentsPerCall)
const files = z.array(StoredFile).max(1_000)

/** Request of the scan process to the worker. */
export const Call = z.discriminatedUnion('to', [
  z.object({ to: z.literal('advisories-ready'), ecosystem: Ecosystem }),
  z.object({ to: z.literal('advisories-match'), components }),
  z.object({ to: z.literal('advisories-unreadable'), components }),
  z.object({ to: z.literal('find-results'), files }),
  z.object({ to: z.literal('keep-results'), results: z.array(z.object({ file: StoredFile, result: z.unknown() })) }),
  z.object({ to: z.literal('find-units'), files }),
  z.object({ to: z.literal('keep-units'), units: z.array(z.object({ file: StoredFile, unit: z.base64() })) }),
  z.object({ to: z.literal('server-names'), ecosystem: z.enum(['npm', 'PyPI']) }),
  z.object({ to: z.literal('access'), repository: z.url().max(4_096) }),
  z.object({ to: z.literal('read-package'), task: PackageTask }),
])
export type Call = z.infer<typeof Call>

/** Message from the scan process. A hostile source may have taken control of it. */
export const ProcessMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('warned'), text: z.string().max(scanProcessLimits.maxReasonCharacters) }),
  z.object({
    kind: z.literal('progress'),
    session,
    stage: ScanStage,
    percent: z.number().min(0).max(100),
    activity: z.literal('reading-dependencies').optional(),
  }),
  z.object({ kind: z.literal('waits'), session, isWaiting: z.boolean() }),
  z.object({ kind: z.literal('call'), session, id: z.int().nonnegative(), call: Call }),
  z.object({ kind: z.literal('resolved'), session, revision: Revision }),
  z.object({ kind: z.literal('part'), session, part: OutcomePart }),
  z.object({ kind: z.literal('scanned'), session, scanned: ScannedSourceMessage }),
  z.object({ kind: z.literal('package-read'), session, result: PackageResult }),
  z.object({
    kind: z.literal('failed'),
    session,
    code: ScanFailureCode,
    reason: z.string().max(scanProcessLimits.maxReasonCharacters),
  }),
  z.object({ kind: z.literal('broken'), session, reason: z.string().max(scanProcessLimits.maxReasonCharacters) }),
  z.object({ kind: z.literal('closed'), session }),
])
export type ProcessMessage = z.infer<typeof ProcessMessage>

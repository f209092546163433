import type { ServerSurface, SourcePosition } from '../../analysis/server-surface/server-surface.ts'
import type { Precision, RuleDocument } from '../../model/rule.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Severity } from '../../model/severity.ts'

/** What is judged: how a server stands open, and what somebody who gets in can do. */
export interface OpenServer {
  readonly exposure: ServerSurface
  readonly tools: readonly ScannedTool[]
}

/** Something that stands open, as a finding tells it. */
export interface Opening {
  /** Where to change it. */
  readonly spot: SourcePosition
  /** How it comes about, place by place. */
  readonly steps: readonly { readonly spot: SourcePosition; readonly message: string }[]
  readonly title: string
  readonly message: string
  readonly severity: Severity
  readonly precision: Precision
  readonly remediation: string
}

/** A rule about how a server stands open. */
export interface ExposureRule {
  readonly document: RuleDocument
  /** What it finds, one opening for each place. */
  judge(server: OpenServer): readonly Opening[]
}

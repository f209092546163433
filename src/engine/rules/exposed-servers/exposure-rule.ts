import type { Flow } from '../../analysis/flow.ts'
import type { ServerSurface, SourcePosition } from '../../analysis/server-surface/server-surface.ts'
import type { FindingArguments } from '../../model/finding-record.ts'
import type { Precision } from '../../model/rule.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Severity } from '../../model/severity.ts'
import type { Rule } from '../rule.ts'

/** Analyzed server: who can reach it, and what its tools do. */
export interface ExposedServer {
  readonly exposure: ServerSurface
  readonly tools: readonly ScannedTool[]
  /** Data flows, including those that are the purpose of a tool. */
  readonly flows: readonly Flow[]
}

/** Weakness in a server's exposure. */
export interface ExposureMatch {
  /** Place to change. */
  readonly spot: SourcePosition
  /** Places of the trace, in order. */
  readonly steps: readonly ExposureStep[]
  readonly severity: Severity
  readonly precision: Precision
  readonly arguments: FindingArguments
}

export interface ExposureStep {
  readonly spot: SourcePosition
  readonly message: string
}

/** Rule for a server's exposure. It yields one match for each place. */
export type ExposureRule = Rule<ExposedServer, ExposureMatch>

/** Formats a place: `src/server.ts:12`. */
export function displayPlace({ path, line }: SourcePosition): string {
  return `${path}:${line}`
}

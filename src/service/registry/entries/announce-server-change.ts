import type { Database } from '../../db/client.ts'
import type { EntryRow } from '../../db/registry/entries.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import type { HistoryCause } from './history-cause.ts'

/** Server version and its rating. */
export interface RatedVersion {
  readonly version: string
  readonly scanId: string
  readonly securityScore: number
  readonly grade: Grade
  readonly method: string
}

/** Server change that accounts may want to know about. */
export interface ServerChange {
  readonly server: Pick<EntryRow, 'id' | 'slug' | 'name'>
  readonly at: Date
  readonly before: RatedVersion
  readonly after: RatedVersion
  readonly cause: HistoryCause
  readonly advisories: readonly string[]
  /** Changed tools, prompts, and resources. Undefined if nothing changed. */
  readonly tools?: { readonly changes: readonly ToolChange[]; readonly toolsHash: string | null }
}

/** Called for each server change, in the transaction that stores it. */
export type AnnounceServerChange = (tx: Database, change: ServerChange) => Promise<void>

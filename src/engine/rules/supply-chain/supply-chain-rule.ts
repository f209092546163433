import type { SnapshotFile } from '../../model/snapshot.ts'
import type { Rule } from '../../model/rule.ts'
import type { RuleMatch } from '../rule-match.ts'
import type { Project } from './project.ts'

/** An objection without its rule, which is that of whoever found it. */
export type Remark = Omit<RuleMatch, 'rule'>

/** A rule about how a package was put together. */
export interface SupplyChainRule {
  readonly document: Rule
  /** What it finds in the project as a whole. */
  find?(project: Project): Iterable<Remark>
  /** What it finds in a single file, asked for each that it `reads`. */
  readonly files?: {
    reads(path: string): boolean
    find(file: Pick<SnapshotFile, 'path' | 'content'>, project: Project): Iterable<Remark>
  }
}

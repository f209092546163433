import type { Rule } from '../../model/rule.ts'
import type { RuleMatch } from '../rule-match.ts'
import type { FileKind } from '../../inventory/settings-files/file-kind.ts'
import type { SettingsFile } from './settings-file.ts'

/** An objection without its rule, which is that of whoever found it. */
export type Remark = Omit<RuleMatch, 'rule'>

/** A rule about settings, and how it is looked for in a file. */
export interface ConfigurationRule {
  readonly document: Rule
  readonly kinds: readonly FileKind[]
  find(file: SettingsFile): Iterable<Remark>
}

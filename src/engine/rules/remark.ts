import { z } from 'zod'
import type { FileKind } from '../inventory/settings-files/file-kind.ts'
import type { RuleDocument } from '../model/rule.ts'
import { defineConfigurationRule, type ConfigurationRule } from './configuration/configuration-rule.ts'
import type { SettingsFile } from './configuration/settings-file.ts'
import type { RuleMatch } from './rule-match.ts'
import type { RuleText } from './rule.ts'

/** A match of a rule whose words are not rendered from arguments yet. Delete this file with the last such rule. */
export type Remark = Omit<RuleMatch, 'arguments' | 'isOncePerProject'> & RuleText & { readonly isTold?: 'once' }

/** A rule about settings that writes its words itself. */
export interface WordyConfigurationRule {
  readonly document: RuleDocument
  readonly kinds: readonly FileKind[]
  find(file: SettingsFile): Iterable<Remark>
}

const words = z.object({ title: z.string(), message: z.string(), remediation: z.string().optional() })

function* matches(remarks: Iterable<Remark>) {
  for (const { title, message, remediation, isTold, ...match } of remarks)
    yield {
      ...match,
      arguments: { title, message, ...(remediation !== undefined && { remediation }) },
      ...(isTold && { isOncePerProject: true as const }),
    }
}

const describe = ({ title, message, remediation }: z.infer<typeof words>): RuleText => ({
  title,
  message,
  ...(remediation !== undefined && { remediation }),
})

export const configurationRuleOf = ({ document, kinds, find }: WordyConfigurationRule): ConfigurationRule =>
  defineConfigurationRule({ document, kinds, arguments: words, describe, find: (file) => matches(find(file)) })

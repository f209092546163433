import type { z } from 'zod'
import type { FileKind } from '../../inventory/settings-files/file-kind.ts'
import type { FindingArguments } from '../../model/finding-record.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { RuleMatch } from '../rule-match.ts'
import { defineRule, type FindingFacts, type Rule, type RuleText } from '../rule.ts'
import type { SettingsFile } from './settings-file.ts'

/** A rule for settings files. */
export type ConfigurationRule = Rule<SettingsFile, RuleMatch>

/** Defines a rule for the given kinds of settings files. */
export function defineConfigurationRule<Arguments extends FindingArguments>({
  kinds,
  find,
  ...rule
}: {
  readonly document: RuleDocument
  readonly kinds: readonly FileKind[]
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (args: Arguments, facts: FindingFacts) => RuleText
  readonly find: (file: SettingsFile) => Iterable<RuleMatch & { readonly arguments: Arguments }>
}): ConfigurationRule {
  return defineRule<SettingsFile, Arguments, RuleMatch>({
    ...rule,
    find: (file) => (kinds.includes(file.kind) ? find(file) : []),
  })
}

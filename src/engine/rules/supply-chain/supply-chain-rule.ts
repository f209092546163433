import type { z } from 'zod'
import type { FindingArguments } from '../../model/finding-record.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import type { RuleMatch } from '../rule-match.ts'
import { defineRule, type FindingFacts, type Rule, type RuleText } from '../rule.ts'
import type { Project } from './project.ts'

/** File, as passed to a rule. */
export type ProjectFile = Pick<SnapshotFile, 'path' | 'content'>

/** Whole project, or one of its files. */
export interface SupplyChainSubject {
  readonly project: Project
  readonly file?: ProjectFile
}

/** Rule for how a package is built, named, published, and installed. */
export type SupplyChainRule = Rule<SupplyChainSubject, RuleMatch>

interface SupplyChainRuleDefinition<Arguments extends FindingArguments> {
  readonly document: RuleDocument
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (args: Arguments, facts: FindingFacts) => RuleText
}

/** Defines a rule for the project as a whole. */
export function defineProjectRule<Arguments extends FindingArguments>({
  find,
  ...rule
}: SupplyChainRuleDefinition<Arguments> & {
  readonly find: (project: Project) => Iterable<RuleMatch & { readonly arguments: Arguments }>
}): SupplyChainRule {
  return defineRule<SupplyChainSubject, Arguments, RuleMatch>({
    ...rule,
    find: ({ project, file }) => (file ? [] : find(project)),
  })
}

/** Defines a rule for each file whose path it accepts. */
export function defineFileRule<Arguments extends FindingArguments>({
  reads,
  find,
  ...rule
}: SupplyChainRuleDefinition<Arguments> & {
  readonly reads: (path: string) => boolean
  readonly find: (file: ProjectFile, project: Project) => Iterable<RuleMatch & { readonly arguments: Arguments }>
}): SupplyChainRule {
  return defineRule<SupplyChainSubject, Arguments, RuleMatch>({
    ...rule,
    find: ({ project, file }) => (file && reads(file.path) ? find(file, project) : []),
  })
}

import type { z } from 'zod'
import type { FindingArguments } from '../../../model/finding-record.ts'
import type { PackageFacts } from '../../../model/package-facts.ts'
import type { RuleDocument } from '../../../model/rule.ts'
import type { Severity } from '../../../model/severity.ts'
import type { RuleText } from '../../rule.ts'
import type { Project } from '../project.ts'
import { defineProjectRule, type SupplyChainRule } from '../supply-chain-rule.ts'
import { manifestLocation } from './manifest-location.ts'

interface RegistryMatch<Arguments> {
  readonly arguments: Arguments
  /** Severity, if it differs from that of the rule. */
  readonly severity?: Severity
}

/** Defines a rule for the scanned package's registry metadata. It reports at most one finding. */
export const defineRegistryRule = <Arguments extends FindingArguments>({
  document,
  match,
  ...rule
}: {
  readonly document: RuleDocument
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (args: Arguments) => RuleText
  readonly match: (facts: PackageFacts, project: Project) => RegistryMatch<Arguments> | undefined
}): SupplyChainRule =>
  defineProjectRule({
    ...rule,
    document,
    *find(project) {
      const facts = project.snapshot.source.package
      const matched = facts && match(facts, project)
      const at = manifestLocation(project)
      if (matched) yield { ...matched, subject: document.id, ...(at && { at }) }
    },
  })

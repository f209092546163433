import { z } from 'zod'
import type { AdvisoryMatch, AdvisoryReference } from '../../model/advisory.ts'
import type { Component } from '../../model/component.ts'
import type { Reachability } from '../../model/reachability.ts'
import type { RuleDocument } from '../../model/rule.ts'
import { defineRule, type Rule, type RuleText } from '../rule.ts'

/** Rule for advisories that match a component. */
export type AdvisoryRule = Rule<AdvisoryMatch, AdvisoryRuleMatch>

/** Summary of the advisory. Everything else is in the finding's component and advisory. */
interface AdvisoryRuleMatch {
  readonly arguments: { readonly summary: string }
}

/** Defines a rule for advisories. `isFor` determines which of the two rules reports a match. */
export function defineAdvisoryRule({
  document,
  isFor,
  describe,
}: {
  readonly document: RuleDocument
  readonly isFor: (match: AdvisoryMatch) => boolean
  readonly describe: (
    summary: string,
    component: Component,
    advisory: AdvisoryReference,
    reachability: Reachability | undefined,
  ) => RuleText
}): AdvisoryRule {
  return defineRule({
    document,
    arguments: z.object({ summary: z.string() }),
    describe: ({ summary }, { component, advisory, reachability }) => {
      if (!component || !advisory) throw new Error(`a finding of ${document.id} has no component or no advisory`)
      return describe(summary, component, advisory, reachability)
    },
    find: (match: AdvisoryMatch) => (isFor(match) ? [{ arguments: { summary: match.summary } }] : []),
  })
}

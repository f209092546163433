import type { Finding, TraceStep } from '../model/finding.ts'
import type { FindingRecord } from '../model/finding-record.ts'
import { maskSecrets } from './leaked-secrets/mask-secrets.ts'
import type { Rule } from './rule.ts'
import { textOf } from './finding-text.ts'

/**
 * Returns a stored finding as every surface shows it. Its words are rendered from its rule and its arguments, so they
 * are those of this version: title, message, remediation, the steps of the trace, and the reason of the guard. A
 * finding of an unknown rule, or without arguments that the rule understands, keeps the words with which it was stored.
 */
export function renderFindingBy(
  rules: ReadonlyMap<string, Rule>,
  { arguments: args, ...finding }: FindingRecord,
): Finding {
  const { trace, guard } = finding
  const rule = rules.get(finding.ruleId)
  // A finding of a component without its component or advisory cannot be rendered.
  const isWhole = finding.category !== 'dependency' || (finding.component && finding.advisory)
  const text = args && rule && isWhole && textOf(rule, args, finding)
  if (!text) return finding
  const { title, message, remediation, steps, guardReason } = text
  return {
    ...finding,
    title: maskSecrets(title),
    message: maskSecrets(message),
    remediation: maskSecrets(remediation),
    ...(trace && { trace: withTexts(trace, steps) }),
    ...(guard && guardReason !== undefined && { guard: { ...guard, reason: maskSecrets(guardReason) } }),
  }
}

/** Returns the steps with these texts. Steps that do not match the texts in number keep their own. */
function withTexts(trace: readonly TraceStep[], texts: readonly string[] | undefined): TraceStep[] {
  if (texts?.length !== trace.length) return [...trace]
  return trace.map((step, index) => ({ ...step, message: maskSecrets(texts[index] ?? step.message) }))
}

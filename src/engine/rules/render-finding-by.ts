import type { Finding, TraceStep } from '../model/finding.ts'
import type { FindingRecord } from '../model/finding-record.ts'
import { maskSecrets } from './leaked-secrets/mask-secrets.ts'
import type { Rule } from './rule.ts'
import { textOf } from './finding-text.ts'

/**
 * Renders a stored finding from its rule and arguments, so that all surfaces show the current version's texts: title,
 * message, remediation, trace steps, and the guard's reason. If the rule is unknown or rejects the arguments, the
 * finding keeps its stored texts.
 */
export function renderFindingBy(
  rules: ReadonlyMap<string, Rule>,
  { arguments: args, ...finding }: FindingRecord,
): Finding {
  const { trace, guard } = finding
  const rule = rules.get(finding.ruleId)
  // A dependency finding without its component or advisory cannot be rendered.
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

/**
 * Returns the trace with the given step texts. If the number of texts differs from the number of steps, the steps keep
 * their own texts.
 */
function withTexts(trace: readonly TraceStep[], texts: readonly string[] | undefined): TraceStep[] {
  if (texts?.length !== trace.length) return [...trace]
  return trace.map((step, index) => ({ ...step, message: maskSecrets(texts[index] ?? step.message) }))
}

import type { Finding } from '../model/finding.ts'
import type { DetectedFinding, FindingArguments, FindingRecord, FindingText } from '../model/finding-record.ts'
import { detectors } from './catalogue.ts'
import { maskSecrets } from './leaked-secrets/mask-secrets.ts'
import type { Rule } from './rule.ts'
import { textOf } from './finding-text.ts'

const rules: ReadonlyMap<string, Rule> = new Map(
  detectors.flatMap((detector) => detector.rules.map((rule) => [rule.id, rule])),
)

/**
 * Returns a stored finding as every surface shows it. Its words are rendered from its rule and its arguments, so they
 * are those of this version. A finding of an unknown rule, or without arguments that the rule understands, keeps the
 * words with which it was stored.
 */
export function renderFinding({ arguments: args, ...finding }: FindingRecord): Finding {
  return { ...finding, ...renderText(args, finding) }
}

function renderText(args: FindingArguments | undefined, finding: Omit<DetectedFinding, 'arguments'>): FindingText {
  const rule = rules.get(finding.ruleId)
  // A finding of a component without its component or advisory cannot be rendered.
  const isWhole = finding.category !== 'dependency' || (finding.component && finding.advisory)
  const text = args && rule && isWhole && textOf(rule, args, finding)
  if (!text) return { title: finding.title, message: finding.message, remediation: finding.remediation }
  return {
    title: maskSecrets(text.title),
    message: maskSecrets(text.message),
    remediation: maskSecrets(text.remediation),
  }
}

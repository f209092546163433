import type { Finding } from '../model/finding.ts'
import type { FindingRecord } from '../model/finding-record.ts'
import { detectors } from './catalogue.ts'
import { renderFindingBy } from './render-finding-by.ts'
import type { Rule } from './rule.ts'

const rules: ReadonlyMap<string, Rule> = new Map(
  detectors.flatMap((detector) => detector.rules.map((rule) => [rule.id, rule])),
)

/** Renders a stored finding with the current texts of all rules. */
export function renderFinding(finding: FindingRecord): Finding {
  return renderFindingBy(rules, finding)
}

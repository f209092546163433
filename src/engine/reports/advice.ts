import type { Finding } from '../model/finding.ts'
import { isNotRunning } from '../model/priority.ts'
import { compareSeverity } from '../model/severity-order.ts'
import type { Severity, SeverityCounts } from '../model/severity.ts'

/** Advice for the reader of a report, with the finding that it is based on. */
export interface Advice {
  /** Start of the sentence: `Do not install server@1.0.0`. Includes the project name, which is untrusted. */
  readonly action: string
  /** Finding that the advice is based on. Undefined if no open finding is above low severity. */
  readonly because: Finding | undefined
  /** Rest of the sentence, including its period. */
  readonly rest: string
}

type Advised = Pick<Finding, 'ruleId' | 'severity' | 'precision' | 'component' | 'reachability'>

/**
 * Returns advice about a project.
 *
 * @param worst the most important open findings, in this order; includes one of the highest severity
 * @param counts number of all open findings
 */
export function adviceFor({
  name,
  isPackage,
  worst,
  counts,
  gaps,
}: {
  readonly name: string
  readonly isPackage: boolean
  readonly worst: readonly Finding[]
  readonly counts: Omit<SeverityCounts, 'total'>
  readonly gaps: number
}): Advice {
  const use = isPackage ? 'install' : 'use'
  // The list is sorted by priority, so that a more severe finding can come later.
  const [first] = worst.toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const malware = worst.find(({ ruleId }) => ruleId === 'malicious-dependency')
  const certain = worst.find((finding) => isSevere(finding.severity) && isCertain(finding))
  const severe = counts.critical + counts.high
  if (malware) return { action: `Do not ${use} ${name}`, because: malware, rest: ': it contains known malware.' }
  if (certain)
    return { action: `Do not ${use} ${name}`, because: certain, rest: restOf(severe - 1, 'high or critical finding') }
  if (first && isSevere(first.severity))
    return {
      action: `Review ${name} before you ${use} it`,
      because: first,
      rest: restOf(severe - 1, 'high or critical finding'),
    }
  if (first?.severity === 'medium')
    return {
      action: `Review ${name} before you ${use} it`,
      because: first,
      rest: restOf(counts.medium - 1, 'medium finding'),
    }
  return gaps === 0
    ? {
        action: `Assay found no reason not to ${use} ${name}`,
        because: undefined,
        rest: ': no open finding is above low severity.',
      }
    : {
        action: `Read what was not analyzed before you ${use} ${name}`,
        because: undefined,
        rest: ': no open finding in the analyzed part is above low severity.',
      }
}

/** Returns the advice as one sentence in plain text. */
export function adviceText({ action, because, rest }: Advice): string {
  return because ? `${action} because of "${because.title}" (${because.severity})${rest}` : `${action}${rest}`
}

const isSevere = (severity: Severity) => severity === 'critical' || severity === 'high'

/**
 * Reports whether a finding is sufficiently precise, not limited to development, and not about code that the project
 * does not run. Caps on the score are based on the same findings.
 */
const isCertain = ({ precision, component, reachability }: Advised) =>
  (precision === 'very-high' || precision === 'high') && component?.dev !== true && !isNotRunning({ reachability })

const restOf = (others: number, noun: string) =>
  others > 0 ? ` and ${others} more ${noun}${others === 1 ? '' : 's'}.` : '.'

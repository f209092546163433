import {
  type ArgumentValue,
  type DetectedFinding,
  type FindingArguments,
  type FindingText,
  isArgumentList,
} from '../model/finding-record.ts'
import { displayLine, maxLineLength } from './display-text.ts'
import type { FindingFacts, Rule, RuleText } from './rule.ts'

/** Maximum lengths of a finding's texts, in UTF-16 code units. The texts include names from the scanned project. */
const maxLengths = { title: maxLineLength, message: 2_000, argument: 500 }

/** Returns a rule's finding, with its texts rendered from its arguments. */
export function findingOf(
  rule: Rule,
  {
    arguments: args,
    fingerprint,
    ...given
  }: { readonly arguments: FindingArguments; readonly fingerprint: string } & Partial<FindingFacts> &
    Partial<Pick<DetectedFinding, 'cwe' | 'helpUrl'>>,
): DetectedFinding {
  const { id, severity, precision, category, cwe, owaspMcp } = rule
  const facts = { severity, precision, ...given }
  const shown = displayArguments(args)
  const text = textOf(rule, shown, facts)
  if (!text) throw new Error(`the rule ${id} does not accept its own arguments`)
  const { title, message, remediation } = text
  return {
    ruleId: id,
    category,
    cwe,
    owaspMcp,
    ...facts,
    title,
    message,
    remediation,
    arguments: shown,
    fingerprint,
  }
}

/**
 * Returns a finding's texts, or undefined if the arguments do not match the rule's schema. The argument `otherPlaces`
 * counts the other locations of a finding that is reported once per project.
 */
export function textOf(
  rule: Rule,
  args: FindingArguments,
  facts: FindingFacts,
): (FindingText & Pick<RuleText, 'steps' | 'guardReason'>) | undefined {
  const text = rule.render(args, facts)
  if (!text) return undefined
  const message = [displayLine(text.message, maxLengths.message), ...otherPlaces(args)].join(' ')
  return {
    ...text,
    title: displayLine(text.title, maxLengths.title),
    message,
    remediation: text.remediation ?? rule.remediation,
  }
}

function otherPlaces({ otherPlaces: count }: FindingArguments): string[] {
  if (typeof count !== 'number' || count < 1) return []
  return [`${count} more ${count === 1 ? 'place has' : 'places have'} the same problem.`]
}

/** Returns the arguments with every string on one line, masked, and truncated. */
function displayArguments(args: FindingArguments): FindingArguments {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [[name, displayValue(value)]])),
  )
}

function displayValue(value: ArgumentValue): ArgumentValue {
  if (typeof value === 'string') return displayLine(value, maxLengths.argument)
  if (typeof value !== 'object') return value
  if (isArgumentList(value)) return value.map(displayValue)
  return displayArguments(value)
}

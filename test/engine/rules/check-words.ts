import { expect } from 'vitest'
import type { DetectedFinding, FindingRecord, FindingText } from '../../../src/engine/model/finding-record.ts'
import type { RuleDocument } from '../../../src/engine/model/rule.ts'
import { renderFinding } from '../../../src/engine/rules/render-finding.ts'

/** Words that must not occur in user-visible texts. */
const forbidden = new RegExp(
  String.raw`\b(?:whoever|whom|somebody|nobody|anybody|everybody|anew|is none|are none|of which|by which|with which|` +
    String.raw`tells?|is told|are told|mend(?:ed|s)?|stands? (?:in|among|there)|stood|lies in|one's own|` +
    String.raw`hand(?:s|ed)? over|taken for|strangers?|set aside|the way in|as ever|\w+n't)\b`,
  'i',
)

const maxWords = { document: 25, finding: 30 }
const maxTitleLength = 120

/** Checks for forbidden words and long sentences. Quotations do not count. */
function checkWords(text: string, where: string, limit: number): void {
  const plain = text.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/`[^`]*`/g, '`…`')
  expect(forbidden.exec(plain)?.[0], `${where}: ${plain}`).toBeUndefined()
  expect(/undefined|\[object|\$\{|\s\s|\.\./.exec(plain)?.[0], `${where}: ${plain}`).toBeUndefined()
  for (const sentence of plain.split(/(?<=[.!?:][`"]?)\s+/))
    expect(sentence.split(/\s+/).length, `${where}: ${sentence}`).toBeLessThanOrEqual(limit)
}

/** Checks the title, message, and remediation of a finding. */
export function checkFindingWords({ title, message, remediation }: FindingText, where: string): void {
  expect(title.length, `${where}: ${title}`).toBeLessThanOrEqual(maxTitleLength)
  expect(title, where).not.toMatch(/[.:]$/)
  expect(message, where).toMatch(/^["`A-Za-z].*[.`"]$/)
  for (const text of [title, message, remediation]) checkWords(text, where, maxWords.finding)
}

/** Checks the texts of a rule's document. */
export function checkDocumentWords({ id, title, what, why, remediation }: RuleDocument): void {
  expect(title, id).toMatch(/^[^:]+: .*[^.]$/)
  for (const text of [title, what, why, remediation]) checkWords(text, id, maxWords.document)
}

/** Checks that a stored finding renders the same texts as when it was detected. */
export function checkRenders(finding: DetectedFinding): void {
  const { title, message, remediation } = finding
  const record: FindingRecord = JSON.parse(
    JSON.stringify({ ...finding, id: 'finding_1', state: 'new', firstSeenAt: '2026-01-01T00:00:00.000Z' }),
  )
  expect(record.arguments, finding.ruleId).toBeDefined()
  expect(renderFinding({ ...record, title: '', message: '', remediation: '' })).toMatchObject({
    title,
    message,
    remediation,
  })
}

import type { Finding } from '../model/finding.ts'
import { projectSettingsLimits } from './project-settings-limits.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { SettingsMistake } from '../model/suppression-report.ts'

/** Comment such as `assay-ignore <rule>: reason` near a finding. */
export interface InlineSuppression {
  readonly path: string
  /** Line number, starting at 1. */
  readonly line: number
  /** True if the comment is alone on its line; it then also applies to the next line. */
  readonly standsAlone: boolean
  readonly rule: string
  readonly reason: string
}

/** Suppression comments near findings. Invalid ones are listed separately. */
export interface InlineSuppressions {
  readonly suppressions: readonly InlineSuppression[]
  readonly mistakes: readonly SettingsMistake[]
}

/**
 * Reads the suppression comments on the first line of each finding and on the line before it. The rest of the project
 * is not searched, so comments without a finding are not reported.
 *
 * @param rules IDs of all rules; any other ID in a comment is a mistake
 */
export function readInlineSuppressions(
  { files }: Pick<Snapshot, 'files'>,
  findings: readonly Pick<Finding, 'location'>[],
  rules: readonly string[],
): InlineSuppressions {
  const suppressions: InlineSuppression[] = []
  const mistakes: SettingsMistake[] = []
  for (const [path, lines] of linesOfInterest(findings)) {
    const file = files.get(path)
    if (!file) continue
    for (const [line, text] of textsOf(file.content, lines)) {
      const comment = readComment(text)
      if (comment === undefined) continue
      const place = { path, line }
      const problem = problemOf(comment, rules)
      if (problem === undefined)
        suppressions.push({ ...place, standsAlone: comment.standsAlone, rule: comment.rule, reason: comment.reason })
      else mistakes.push({ ...place, column: comment.column, message: problem })
    }
  }
  return { suppressions, mistakes }
}

/**
 * Reports whether the comment applies to the finding: it is on the finding's first line, or alone on the line before.
 */
export function speaksOf(
  { path, line, standsAlone, rule }: InlineSuppression,
  { ruleId, location }: Pick<Finding, 'ruleId' | 'location'>,
): boolean {
  if (rule !== ruleId || location?.path !== path || location.startLine === undefined) return false
  return line === location.startLine || (standsAlone && line === location.startLine - 1)
}

function linesOfInterest(findings: readonly Pick<Finding, 'location'>[]): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>()
  for (const { location } of findings) {
    if (location?.startLine === undefined) continue
    const lines = wanted.get(location.path) ?? new Set()
    wanted.set(location.path, lines.add(location.startLine - 1).add(location.startLine))
  }
  return wanted
}

/**
 * Returns the text of these lines by line number, starting at 1. Lines are truncated to a length that only generated
 * files exceed. CR LF, LF, and CR end a line, as everywhere in the engine.
 */
function textsOf(content: Buffer, wanted: ReadonlySet<number>): [number, string][] {
  const texts: [number, string][] = []
  const last = Math.max(...wanted)
  let line = 1
  for (let start = 0; start <= content.length && line <= last; line += 1) {
    const end = endOfLine(content, start)
    if (wanted.has(line)) texts.push([line, content.toString('utf8', start, Math.min(end, start + maxLineLength))])
    start = content[end] === carriageReturn && content[end + 1] === lineFeed ? end + 2 : end + 1
  }
  return texts
}

function endOfLine(content: Buffer, start: number): number {
  let end = start
  while (end < content.length && content[end] !== lineFeed && content[end] !== carriageReturn) end += 1
  return end
}

const lineFeed = 10
const carriageReturn = 13
const maxLineLength = 4_096
const word = 'assay-ignore'

interface Comment {
  readonly standsAlone: boolean
  /** Column, starting at 1. */
  readonly column: number
  readonly rule: string
  readonly reason: string
}

/** Parses a comment. The keyword must directly follow a supported language's comment marker. */
function readComment(text: string): Comment | undefined {
  const at = text.indexOf(word)
  if (at < 0 || !/^\s/.test(text.slice(at + word.length, at + word.length + 1))) return undefined
  const before = text.slice(0, at).trimEnd()
  const opening = ['//', '#', '/*', '<!--', '--'].find((opening) => before.endsWith(opening))
  if (opening === undefined) return undefined
  const written = text.slice(at + word.length)
  const closing = opening === '/*' ? written.indexOf('*/') : opening === '<!--' ? written.indexOf('-->') : -1
  const said = closing < 0 ? written : written.slice(0, closing)
  const colon = said.indexOf(':')
  const isAlone =
    before.slice(0, before.length - opening.length).trim() === '' &&
    (closing < 0 ||
      written
        .slice(closing)
        .replace(/^(?:\*\/|-->)/, '')
        .trim() === '')
  return {
    standsAlone: isAlone,
    column: at + 1,
    rule: (colon < 0 ? said : said.slice(0, colon)).trim(),
    reason: colon < 0 ? '' : said.slice(colon + 1).trim(),
  }
}

function problemOf({ rule, reason }: Comment, rules: readonly string[]): string | undefined {
  if (!rules.includes(rule))
    return (
      `unknown rule ${JSON.stringify(rule.slice(0, 80))}; write ${word} <rule>: reason, with the rule ID from ` +
      'the report'
    )
  if (reason === '')
    return `a reason is required: write ${word} ${rule}: followed by the reason why the finding is acceptable`
  return reason.length > projectSettingsLimits.maxReasonCharacters
    ? `a reason can have at most ${projectSettingsLimits.maxReasonCharacters} characters`
    : undefined
}

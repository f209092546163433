import { checkRunLimits } from '../../../engine/reports/check-run/check-run-limits.ts'
import type { CheckRunInput } from '../../../engine/reports/check-run/check-run-input.ts'
import type { Fix } from '../../../engine/reports/check-run/fixes.ts'
import { checkRunTexts } from '../../../engine/reports/check-run/check-run.ts'
import { markdownBlock, markdownCode, markdownText } from '../../../engine/reports/check-run/markdown.ts'
import { checkRunSummary } from '../../../engine/reports/check-run/summary.ts'

/** Characters that are invisible to the reader of a suggestion. See https://trojansource.codes. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Returns the fixes of new findings on changed lines, at most one per line. GitHub accepts suggestions only on changed
 * lines.
 */
export function fixesToSuggest({ findings, fixes, changedLines }: CheckRunInput): readonly Fix[] {
  const isChanged = ({ path, startLine, endLine }: Fix) =>
    changedLines.get(path)?.some(([first, last]) => first <= startLine && endLine <= last) === true
  const found = findings
    .filter(({ state }) => state === 'new')
    .flatMap(({ fingerprint }) => fixes?.get(fingerprint)?.fix ?? [])
    .filter((fix) => isChanged(fix) && !invisible.test(fix.after))
  const byLine = Map.groupBy(found, ({ path, startLine }) => `${path}\n${startLine}`)
  // Two different fixes for the same line conflict, so the line gets neither.
  return [...byLine.values()]
    .flatMap(([first, ...others]) => (first && others.every(({ after }) => after === first.after) ? [first] : []))
    .slice(0, checkRunLimits.maxRows)
}

/** Returns the comment with a suggestion, which can be applied with one click. */
export function suggestionOf({ after }: Fix): string {
  return `Assay suggests this change. Check it before you apply it.\n\n${markdownBlock([after], 'suggestion')}`
}

const more = (count: number) => `- ${count} more, not shown`

/** Returns the review text. It names the reviewed commit and counts the changes that did not fit. */
export function reviewBody(
  fixes: readonly Fix[],
  { headSha, isFirst }: { readonly headSha: string; readonly isFirst: boolean },
): string {
  const commit = headSha.slice(0, 12)
  if (fixes.length === 0) return `Assay has no suggested changes for ${commit}.`
  if (isFirst) return 'Assay suggests changes that fix new findings. After a change of a manifest, update its lockfile.'
  const lines = fixes.map(
    ({ path, startLine, after }) => `- ${markdownCode(`${path}:${startLine}`)} ${markdownCode(after.trim())}`,
  )
  const heading = `Suggested changes for ${commit}:\n`
  const shown: string[] = []
  let bytes = Buffer.byteLength(`${heading}\n${more(lines.length)}`)
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes >= checkRunLimits.maxTextBytes) break
    shown.push(line)
  }
  return [heading, ...shown, ...(shown.length < lines.length ? [more(lines.length - shown.length)] : [])].join('\n')
}

/** Returns the text of a pull request's comment: the check run's title and summary. */
export function commentBody(input: CheckRunInput): string {
  const heading = `**Assay:** ${markdownText(checkRunTexts(input).title)}\n\n`
  const maxBytes = checkRunLimits.maxTextBytes - Buffer.byteLength(heading)
  return heading + checkRunSummary(input, { fixes: input.fixes }, maxBytes)
}

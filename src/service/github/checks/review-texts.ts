import { checkRunLimits } from '../../../engine/reports/check-run/check-run-limits.ts'
import type { CheckRunInput } from '../../../engine/reports/check-run/check-run-input.ts'
import type { Fix } from '../../../engine/reports/check-run/fixes.ts'
import { markdownBlock, markdownCode } from '../../../engine/reports/check-run/markdown.ts'

/** Returns the fixes of new findings on changed lines, each line once. GitHub accepts suggestions only on these. */
export function fixesToSuggest({ findings, fixes, changedLines }: CheckRunInput): readonly Fix[] {
  const isChanged = ({ path, startLine, endLine }: Fix) =>
    changedLines.get(path)?.some(([first, last]) => first <= startLine && endLine <= last) === true
  const found = findings
    .filter(({ state }) => state === 'new')
    .flatMap(({ fingerprint }) => fixes?.get(fingerprint)?.fix ?? [])
    .filter(isChanged)
  const byLine = Map.groupBy(found, ({ path, startLine }) => `${path}\n${startLine}`)
  // Two different fixes of one line exclude each other.
  return [...byLine.values()]
    .flatMap(([first, ...others]) => (first && others.every(({ after }) => after === first.after) ? [first] : []))
    .slice(0, checkRunLimits.maxRows)
}

/** Returns the comment of one suggestion. A reader applies it with one click. */
export function suggestionOf({ after }: Fix): string {
  return `Assay suggests this change. Check it before you apply it.\n\n${markdownBlock([after], 'suggestion')}`
}

/** Returns the text of the review, which names the commit that it is about. */
export function reviewBody(
  fixes: readonly Fix[],
  { headSha, isFirst }: { readonly headSha: string; readonly isFirst: boolean },
): string {
  const commit = headSha.slice(0, 12)
  if (fixes.length === 0) return `Assay has no suggested changes for ${commit}.`
  const list = fixes
    .map(({ path, startLine, after }) => `- ${markdownCode(`${path}:${startLine}`)} ${markdownCode(after.trim())}`)
    .join('\n')
  return isFirst
    ? 'Assay suggests changes that fix new findings. After a change of a manifest, update its lockfile.'
    : `Suggested changes for ${commit}:\n\n${list}`
}

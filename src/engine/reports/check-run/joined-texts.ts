import { checkRunLimits } from './check-run-limits.ts'
import type { Annotation } from './annotations.ts'
import type { CheckRunTexts } from './check-run.ts'
import { bytesOf, cutToCharacters } from './cut-text.ts'
import { markdownText, visible } from './markdown.ts'
import { joinSections, listSection } from './section.ts'

/** Texts for one of a commit's several comparisons. */
export interface ComparedTexts {
  /** Name of the comparison, such as `pull request #7 into main`. Untrusted plain text. */
  readonly label: string
  readonly conclusion: CheckRunTexts['conclusion']
  readonly title: string
  /**
   * Returns Markdown shorter than `bytes` bytes. Entries that do not fit are omitted and counted. Empty if nothing
   * fits.
   */
  readonly summaryWithin: (bytes: number) => string
  readonly annotations: readonly (readonly Annotation[])[]
}

/** Texts of several comparisons, combined into one check run. */
export interface JoinedTexts extends Omit<ComparedTexts, 'label' | 'summaryWithin'> {
  /** Summary in Markdown. */
  readonly summary: string
  /** Index of the comparison with the worst conclusion. */
  readonly worst: number
}

const severity = { failure: 0, neutral: 1, success: 2 } as const

/**
 * Combines comparisons. The combined check run has the worst conclusion. The summary lists the comparisons, followed by
 * their individual summaries, worst first.
 */
export function joinTexts(parts: readonly ComparedTexts[]): JoinedTexts {
  const sorted = parts.toSorted((a, b) => severity[a.conclusion] - severity[b.conclusion])
  const [worst] = sorted
  if (!worst) throw new Error('no comparisons to join')
  const { maxTextBytes: textBytes, maxTitleCharacters: titleCharacters } = checkRunLimits
  const each = listSection(
    `${parts.length} comparisons for this commit; the worst result counts`,
    sorted.map(({ label, conclusion, title }) => `${conclusion}: ${markdownText(label)}: ${markdownText(title)}`),
  )
  return {
    worst: parts.indexOf(worst),
    conclusion: worst.conclusion,
    title: cutToCharacters(`${visible(worst.label)}: ${worst.title}`, titleCharacters),
    summary: summaryOf(sorted, joinSections([each], Math.floor(textBytes / 2)), textBytes - 1),
    annotations: joinAnnotations(sorted.map(({ annotations }) => annotations.flat())),
  }
}

/**
 * Returns the list and the individual summaries. The first summary may take half of the space, and the others share the
 * rest equally.
 */
function summaryOf(sorted: readonly ComparedTexts[], list: string, most: number): string {
  const details: string[] = []
  let left = most - bytesOf(list) - bytesOf(omittedLine(sorted.length)) - 2 * gap.length
  for (const [index, { label, summaryWithin }] of sorted.entries()) {
    const heading = `### ${markdownText(label)}`
    const share =
      index === 0 ? Math.floor(left / Math.min(2, sorted.length)) : Math.floor(left / (sorted.length - index))
    const summary = summaryWithin(share - bytesOf(heading) - 2 * gap.length)
    if (summary === '') continue
    const detail = `${heading}${gap}${summary}`
    details.push(detail)
    left -= bytesOf(detail) + gap.length
  }
  const omitted = sorted.length - details.length
  return [list, ...details, ...(omitted > 0 ? [omittedLine(omitted)] : [])].join(gap)
}

const gap = '\n\n'
const omittedLine = (comparisons: number) =>
  comparisons === 1
    ? 'The summary of 1 comparison is not shown.'
    : `The summaries of ${comparisons} comparisons are not shown.`

/** Merges annotations and removes duplicates. */
function joinAnnotations(lists: readonly (readonly Annotation[])[]): JoinedTexts['annotations'] {
  const { maxAnnotations: most, maxAnnotationsPerRequest: size } = checkRunLimits
  const distinct = [
    ...new Map(lists.flat().map((annotation) => [JSON.stringify(annotation), annotation])).values(),
  ].slice(0, most)
  return Array.from({ length: Math.ceil(distinct.length / size) }, (_, batch) =>
    distinct.slice(batch * size, (batch + 1) * size),
  )
}
